import { endpoints, wire } from '@/lib/api/endpoint'
import { resumeResumableUpload } from '@/lib/media/resumable/contract'
import { resume } from '@/lib/media/resumable/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(resumeResumableUpload, resume, { isOutside: true }),
)
