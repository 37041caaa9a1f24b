import { endpoints, wire } from '@/lib/api/endpoint'
import { rotateOAuthAppSecret } from '@/lib/oauth/apps/contract'
import { rotateSecret } from '@/lib/oauth/apps/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(rotateOAuthAppSecret, rotateSecret))
