import { deleteIdentity } from '@/lib/account/identities/contract'
import { remove } from '@/lib/account/identities/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(deleteIdentity, remove))
