import { endpoints, wire } from '@/lib/api/endpoint'
import { suggestCaptions } from '@/lib/captions/contract'
import { suggest } from '@/lib/captions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(suggestCaptions, suggest, { isOutside: true }))
