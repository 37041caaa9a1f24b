import { endpoints, wire } from '@/lib/api/endpoint'
import { listScheduledViolations } from '@/lib/voice/contract'
import * as voice from '@/lib/voice/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listScheduledViolations, voice.scheduledViolations),
)
