import { endpoints, wire } from '@/lib/api/endpoint'
import { authorizeApp } from '@/lib/oauth/authorization/contract'
import { authorize } from '@/lib/oauth/authorization/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(authorizeApp, authorize))
