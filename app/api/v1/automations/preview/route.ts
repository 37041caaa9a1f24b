import { endpoints, wire } from '@/lib/api/endpoint'
import { previewAutomation } from '@/lib/automations/contract'
import { preview } from '@/lib/automations/run-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(previewAutomation, preview))
