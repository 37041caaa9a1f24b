import { endpoints, wire } from '@/lib/api/endpoint'
import { reactivateWebhook } from '@/lib/webhooks/endpoints/contract'
import { reactivate } from '@/lib/webhooks/endpoints/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(reactivateWebhook, reactivate))
