import { endpoints, wire } from '@/lib/api/endpoint'
import { createUploadUrl } from '@/lib/media/uploads/contract'
import { create } from '@/lib/media/uploads/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(createUploadUrl, create))
