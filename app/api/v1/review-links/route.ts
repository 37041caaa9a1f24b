import { endpoints, wire } from '@/lib/api/endpoint'
import { createReviewLink, listReviewLinks } from '@/lib/review-links/contract'
import { create, list } from '@/lib/review-links/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listReviewLinks, list),
  wire(createReviewLink, create),
)
