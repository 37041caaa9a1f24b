import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { retryFirstComments } from '@/lib/stories/operations/retry-first-comments'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.retryFirstComments, retryFirstComments),
)
