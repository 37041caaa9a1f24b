import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteSavedReply, fillSavedReply, updateSavedReply } from '@/lib/inbox/saved-replies/contract'
import { get, remove, update } from '@/lib/inbox/saved-replies/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(fillSavedReply, get),
  wire(updateSavedReply, update),
  wire(deleteSavedReply, remove),
)
