import { endpoints, wire } from '@/lib/api/endpoint'
import { getConnectionHealth } from '@/lib/connections/health/contract'
import { health } from '@/lib/connections/health/health'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getConnectionHealth, health))
