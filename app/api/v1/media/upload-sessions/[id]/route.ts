import { endpoints, wire } from '@/lib/api/endpoint'
import { abortUploadSession, getUploadSession } from '@/lib/media/sessions/contract'
import { abort, read } from '@/lib/media/sessions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getUploadSession, read),
  wire(abortUploadSession, abort),
)
