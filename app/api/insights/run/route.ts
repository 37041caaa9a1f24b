import { endpoints, wire } from '@/lib/api/endpoint'
import { runInsights } from '@/lib/insights/contract'
import * as insights from '@/lib/insights/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(runInsights, insights.runInsights))
