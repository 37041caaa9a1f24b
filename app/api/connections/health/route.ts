import { endpoints, wire } from '@/lib/api/endpoint'
import { health } from '@/lib/connections/health'
import { getConnectionHealth } from '@/lib/connections/health-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getConnectionHealth, health))
