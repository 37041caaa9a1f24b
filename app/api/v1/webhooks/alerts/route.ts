import { endpoints, wire } from '@/lib/api/endpoint'
import { listWebhookAlerts } from '@/lib/webhooks/alerts/contract'
import { list } from '@/lib/webhooks/alerts/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listWebhookAlerts, list))
