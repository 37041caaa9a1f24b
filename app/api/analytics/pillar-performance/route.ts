import { endpoints, wire } from '@/lib/api/endpoint'
import { getPillarPerformance } from '@/lib/pillars/contract'
import { getPerformance } from '@/lib/pillars/performance'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getPillarPerformance, getPerformance))
