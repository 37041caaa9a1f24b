import { endpoints, wire } from '@/lib/api/endpoint'
import { testWebhook } from '@/lib/webhooks/endpoints/contract'
import { test } from '@/lib/webhooks/endpoints/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(testWebhook, test, { isOutside: true }))
