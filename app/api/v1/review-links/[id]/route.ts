import { endpoints, wire } from '@/lib/api/endpoint'
import { revokeReviewLink } from '@/lib/review-links/contract'
import { revoke } from '@/lib/review-links/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(revokeReviewLink, revoke))
