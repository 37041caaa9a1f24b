import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteConnection } from '@/lib/connections/contract'
import { disconnect } from '@/lib/connections/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(deleteConnection, disconnect))
