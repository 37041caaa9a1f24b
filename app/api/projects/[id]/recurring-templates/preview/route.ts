import { endpoints, wire } from '@/lib/api/endpoint'
import { previewRecurringTemplate } from '@/lib/recurring/contract'
import { preview } from '@/lib/recurring/upcoming'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(previewRecurringTemplate, preview))
