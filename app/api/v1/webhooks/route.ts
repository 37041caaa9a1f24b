import { endpoints, wire } from '@/lib/api/endpoint'
import { addressFaults } from '@/lib/webhooks/address'
import { createWebhook, listWebhooks } from '@/lib/webhooks/contract'
import { create, list, prepareCreate } from '@/lib/webhooks/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listWebhooks, list),
  wire(createWebhook, create, { faults: addressFaults, prepare: prepareCreate }),
)
