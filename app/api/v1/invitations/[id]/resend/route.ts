import { endpoints, wire } from '@/lib/api/endpoint'
import { resendInvitation } from '@/lib/invitations/contract'
import { resend } from '@/lib/invitations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(resendInvitation, resend))
