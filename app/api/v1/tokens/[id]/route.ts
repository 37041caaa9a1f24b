import { endpoints, wire } from '@/lib/api/endpoint'
import { revokeToken } from '@/lib/tokens/contract'
import { remove } from '@/lib/tokens/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(revokeToken, remove))
