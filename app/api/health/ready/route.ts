import { endpoints, wire } from '@/lib/api/endpoint'
import { getReadiness } from '@/lib/health/contract'
import { readiness } from '@/lib/health/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getReadiness, readiness))
