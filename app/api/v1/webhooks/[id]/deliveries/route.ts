import { endpoints, wire } from '@/lib/api/endpoint'
import { listWebhookDeliveries } from '@/lib/webhooks/deliveries/contract'
import { list } from '@/lib/webhooks/deliveries/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listWebhookDeliveries, list))
