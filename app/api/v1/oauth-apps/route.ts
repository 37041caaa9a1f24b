import { endpoints, wire } from '@/lib/api/endpoint'
import { createOAuthApp, listOAuthApps } from '@/lib/oauth/apps/contract'
import { create, list } from '@/lib/oauth/apps/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listOAuthApps, list),
  wire(createOAuthApp, create),
)
