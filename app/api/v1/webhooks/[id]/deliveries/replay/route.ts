import { endpoints, wire } from '@/lib/api/endpoint'
import { replayAll } from '@/lib/webhooks/deliveries-service'
import { replayWebhookDeliveries } from '@/lib/webhooks/delivery-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(replayWebhookDeliveries, replayAll))
