import { endpoints, wire } from '@/lib/api/endpoint'
import { decideReview } from '@/lib/review-links/public-contract'
import { decide } from '@/lib/review-links/public-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(decideReview, decide))
