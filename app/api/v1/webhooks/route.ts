import { endpoints, wire } from '@/lib/api/endpoint'
import { createWebhook, listWebhooks } from '@/lib/webhooks/endpoints/contract'
import { create, list, prepareCreate } from '@/lib/webhooks/endpoints/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listWebhooks, list),
  wire(createWebhook, create, { prepare: prepareCreate }),
)
