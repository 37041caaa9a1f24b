import { endpoints, wire } from '@/lib/api/endpoint'
import { removePastPosts, startPastImport } from '@/lib/past-posts/contract'
import { remove, start } from '@/lib/past-posts/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(startPastImport, start),
  wire(removePastPosts, remove),
)
