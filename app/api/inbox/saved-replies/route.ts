import { endpoints, wire } from '@/lib/api/endpoint'
import { createSavedReply, listSavedReplies } from '@/lib/inbox/saved-replies/contract'
import { create, list } from '@/lib/inbox/saved-replies/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listSavedReplies, list),
  wire(createSavedReply, create),
)
