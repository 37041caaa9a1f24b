import { endpoints, wire } from '@/lib/api/endpoint'
import { receiveFacebookInbox, verifyFacebookInbox } from '@/lib/inbox/receive/contract'
import { receiveFrom, verifyWebhook } from '@/lib/inbox/receive/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(verifyFacebookInbox, verifyWebhook),
  wire(receiveFacebookInbox, receiveFrom('facebook')),
)
