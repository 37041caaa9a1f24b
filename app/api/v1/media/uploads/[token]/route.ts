import { endpoints, wire } from '@/lib/api/endpoint'
import { getPublicUpload, receiveUpload } from '@/lib/media/uploads/contract'
import { checkBefore, readPublic, receive } from '@/lib/media/uploads/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getPublicUpload, readPublic),
  wire(receiveUpload, receive, { isOutside: true, beforeBody: checkBefore }),
)
