import { endpoints, wire } from '@/lib/api/endpoint'
import { revokeOAuthGrant } from '@/lib/oauth/grants/contract'
import { revoke } from '@/lib/oauth/grants/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(revokeOAuthGrant, revoke))
