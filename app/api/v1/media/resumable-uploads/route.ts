import { endpoints, wire } from '@/lib/api/endpoint'
import { createResumableUpload } from '@/lib/media/resumable/contract'
import { create } from '@/lib/media/resumable/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(createResumableUpload, create, { isOutside: true }),
)
