import { endpoints, wire } from '@/lib/api/endpoint'
import { getConversation, updateConversation } from '@/lib/inbox/contract'
import { get, update } from '@/lib/inbox/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getConversation, get),
  wire(updateConversation, update),
)
