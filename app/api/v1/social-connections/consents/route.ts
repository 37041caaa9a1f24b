import { endpoints, wire } from '@/lib/api/endpoint'
import { start } from '@/lib/connections/consent/consent'
import { startConsent } from '@/lib/connections/consent/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(startConsent, start, { isOutside: true }))
