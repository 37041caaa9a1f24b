import { endpoints, wire } from '@/lib/api/endpoint'
import { replayWebhookDelivery } from '@/lib/webhooks/deliveries/contract'
import { replay } from '@/lib/webhooks/deliveries/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(replayWebhookDelivery, replay))
