import { getEngagementHeatMap } from '@/lib/analytics/breakdown-contract'
import { getHeatMap } from '@/lib/analytics/breakdowns'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getEngagementHeatMap, getHeatMap))
