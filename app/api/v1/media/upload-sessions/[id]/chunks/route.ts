import { endpoints, wire } from '@/lib/api/endpoint'
import { addUploadChunk } from '@/lib/media/sessions/contract'
import { addChunk } from '@/lib/media/sessions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(addUploadChunk, addChunk))
