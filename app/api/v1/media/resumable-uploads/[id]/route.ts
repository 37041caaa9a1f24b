import { endpoints, wire } from '@/lib/api/endpoint'
import { abortResumableUpload, getResumableUpload } from '@/lib/media/resumable/contract'
import { abort, read } from '@/lib/media/resumable/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getResumableUpload, read),
  wire(abortResumableUpload, abort),
)
