import { endpoints, wire } from '@/lib/api/endpoint'
import { replyToConversation } from '@/lib/inbox/contract'
import { reply } from '@/lib/inbox/send/reply-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(replyToConversation, reply, { isOutside: true }),
)
