import { endpoints, wire } from '@/lib/api/endpoint'
import { replayWebhookDeliveries } from '@/lib/webhooks/deliveries/contract'
import { replayAll } from '@/lib/webhooks/deliveries/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(replayWebhookDeliveries, replayAll))
