import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteWebhook, getWebhook, updateWebhook } from '@/lib/webhooks/endpoints/contract'
import { get, remove, update } from '@/lib/webhooks/endpoints/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getWebhook, get),
  wire(updateWebhook, update),
  wire(deleteWebhook, remove),
)
