import { endpoints, wire } from '@/lib/api/endpoint'
import { list } from '@/lib/webhooks/deliveries-service'
import { listWebhookDeliveries } from '@/lib/webhooks/delivery-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listWebhookDeliveries, list))
