import { listIdentities } from '@/lib/account/identities/contract'
import { list } from '@/lib/account/identities/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listIdentities, list))
