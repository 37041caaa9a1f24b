import { endpoints, wire } from '@/lib/api/endpoint'
import { abortUpload, getUploadIntent } from '@/lib/media/uploads/contract'
import { abort, read } from '@/lib/media/uploads/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getUploadIntent, read),
  wire(abortUpload, abort),
)
