import { listPillarAnalytics } from '@/lib/analytics/breakdown-contract'
import { listByPillar } from '@/lib/analytics/breakdowns'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listPillarAnalytics, listByPillar))
