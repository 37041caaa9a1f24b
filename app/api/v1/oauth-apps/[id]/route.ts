import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteOAuthApp, getOAuthApp, updateOAuthApp } from '@/lib/oauth/apps/contract'
import { get, remove, update } from '@/lib/oauth/apps/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getOAuthApp, get),
  wire(updateOAuthApp, update),
  wire(deleteOAuthApp, remove),
)
