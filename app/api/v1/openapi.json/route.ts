import { endpoints, wire } from '@/lib/api/endpoint'
import { getOpenApi } from '@/lib/openapi/description-contract'
import { read } from '@/lib/reference/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getOpenApi, read))
