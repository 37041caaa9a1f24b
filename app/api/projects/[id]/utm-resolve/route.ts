import { endpoints, wire } from '@/lib/api/endpoint'
import { resolveTracking } from '@/lib/tracking/contract'
import { resolve } from '@/lib/tracking/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(resolveTracking, resolve))
