import { endpoints, wire } from '@/lib/api/endpoint'
import { openReview } from '@/lib/review-links/public-contract'
import { open } from '@/lib/review-links/public-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(openReview, open))
