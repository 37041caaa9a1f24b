import { endpoints, wire } from '@/lib/api/endpoint'
import { createUploadSession } from '@/lib/media/sessions/contract'
import { create } from '@/lib/media/sessions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(createUploadSession, create))
