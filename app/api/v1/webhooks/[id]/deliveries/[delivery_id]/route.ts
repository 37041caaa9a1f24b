import { endpoints, wire } from '@/lib/api/endpoint'
import { getWebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import { get } from '@/lib/webhooks/deliveries/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getWebhookDelivery, get))
