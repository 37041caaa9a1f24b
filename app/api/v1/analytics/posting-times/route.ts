import { endpoints, wire } from '@/lib/api/endpoint'
import { listPostingTimes } from '@/lib/recommendations/contract'
import * as recommendations from '@/lib/recommendations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listPostingTimes, recommendations.listPostingTimes),
)
