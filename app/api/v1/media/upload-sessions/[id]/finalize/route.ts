import { endpoints, wire } from '@/lib/api/endpoint'
import { finalizeUploadSession } from '@/lib/media/sessions/contract'
import { finalize } from '@/lib/media/sessions/finalize'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(finalizeUploadSession, finalize, { isOutside: true }),
)
