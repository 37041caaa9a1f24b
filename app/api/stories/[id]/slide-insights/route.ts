import { endpoints, wire } from '@/lib/api/endpoint'
import { getSlideInsights } from '@/lib/slide-insights/contract'
import { slideInsights } from '@/lib/slide-insights/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getSlideInsights, slideInsights))
