import { endpoints, wire } from '@/lib/api/endpoint'
import { getSlideInsights } from '@/lib/insights/contract'
import { slideInsights } from '@/lib/insights/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getSlideInsights, slideInsights))
