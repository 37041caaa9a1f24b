import { endpoints, wire } from '@/lib/api/endpoint'
import { get } from '@/lib/webhooks/deliveries-service'
import { getWebhookDelivery } from '@/lib/webhooks/delivery-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getWebhookDelivery, get))
