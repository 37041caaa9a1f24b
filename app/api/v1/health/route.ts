import { endpoints, wire } from '@/lib/api/endpoint'
import { getHealth } from '@/lib/health/contract'
import { health } from '@/lib/health/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getHealth, health))
