import { endpoints, wire } from '@/lib/api/endpoint'
import { addressFaults } from '@/lib/webhooks/address'
import { deleteWebhook, getWebhook, updateWebhook } from '@/lib/webhooks/contract'
import { get, remove, update } from '@/lib/webhooks/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getWebhook, get),
  wire(updateWebhook, update, { faults: addressFaults }),
  wire(deleteWebhook, remove),
)
