import { endpoints, wire } from '@/lib/api/endpoint'
import { replay } from '@/lib/webhooks/deliveries-service'
import { replayWebhookDelivery } from '@/lib/webhooks/delivery-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(replayWebhookDelivery, replay))
