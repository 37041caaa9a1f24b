import { endpoints, wire } from '@/lib/api/endpoint'
import { listWebhookAlerts } from '@/lib/webhooks/alert-contract'
import { list } from '@/lib/webhooks/alerts-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listWebhookAlerts, list))
