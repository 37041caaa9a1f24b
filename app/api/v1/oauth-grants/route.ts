import { endpoints, wire } from '@/lib/api/endpoint'
import { listOAuthGrants } from '@/lib/oauth/grants/contract'
import { list } from '@/lib/oauth/grants/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listOAuthGrants, list))
