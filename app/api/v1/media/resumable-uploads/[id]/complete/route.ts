import { endpoints, wire } from '@/lib/api/endpoint'
import { complete } from '@/lib/media/resumable/complete'
import { completeResumableUpload } from '@/lib/media/resumable/contract'

/** The storage reads 1 GB for its hash. */
export const maxDuration = 300

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(completeResumableUpload, complete, { isOutside: true }),
)
