import { getAnalyticsSeries as contract } from '@/lib/analytics/contract'
import { getSeries } from '@/lib/analytics/series'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, getSeries))
