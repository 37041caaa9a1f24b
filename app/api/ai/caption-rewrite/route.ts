import { endpoints, wire } from '@/lib/api/endpoint'
import { rewriteCaption } from '@/lib/captions/composer-contract'
import { rewrite, rewriteInParts } from '@/lib/captions/composer-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(rewriteCaption, rewrite, { stream: rewriteInParts }),
)
