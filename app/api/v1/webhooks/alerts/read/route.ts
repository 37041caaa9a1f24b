import { endpoints, wire } from '@/lib/api/endpoint'
import { readWebhookAlerts } from '@/lib/webhooks/alerts/contract'
import { markRead } from '@/lib/webhooks/alerts/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(readWebhookAlerts, markRead))
