import { endpoints, wire } from '@/lib/api/endpoint'
import { listRecommendations } from '@/lib/recommendations/contract'
import * as recommendations from '@/lib/recommendations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listRecommendations, recommendations.listRecommendations),
)
