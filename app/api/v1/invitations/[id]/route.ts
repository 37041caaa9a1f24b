import { endpoints, wire } from '@/lib/api/endpoint'
import { revokeInvitation } from '@/lib/invitations/contract'
import { revoke } from '@/lib/invitations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(revokeInvitation, revoke))
