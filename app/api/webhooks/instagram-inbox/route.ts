import { endpoints, wire } from '@/lib/api/endpoint'
import { receiveInstagramInbox, verifyInstagramInbox } from '@/lib/inbox/receive/contract'
import { receiveFrom, verifyWebhook } from '@/lib/inbox/receive/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(verifyInstagramInbox, verifyWebhook),
  wire(receiveInstagramInbox, receiveFrom('instagram')),
)
