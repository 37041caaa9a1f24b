import { endpoints, wire } from '@/lib/api/endpoint'
import { transferOwnership } from '@/lib/members/contract'
import { transfer } from '@/lib/members/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(transferOwnership, transfer))
