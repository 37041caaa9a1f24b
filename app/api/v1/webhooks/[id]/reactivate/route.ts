import { endpoints, wire } from '@/lib/api/endpoint'
import { reactivateWebhook } from '@/lib/webhooks/contract'
import { reactivate } from '@/lib/webhooks/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(reactivateWebhook, reactivate))
