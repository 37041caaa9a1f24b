import { endpoints, wire } from '@/lib/api/endpoint'
import { commentReview } from '@/lib/review-links/public-contract'
import { comment } from '@/lib/review-links/public-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(commentReview, comment))
