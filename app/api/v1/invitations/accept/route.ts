import { endpoints, wire } from '@/lib/api/endpoint'
import { accept } from '@/lib/invitations/accept'
import { acceptInvitation } from '@/lib/invitations/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(acceptInvitation, accept, { isOutside: true }))
