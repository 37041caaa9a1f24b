import { endpoints, wire } from '@/lib/api/endpoint'
import { suggestHashtags } from '@/lib/captions/composer-contract'
import { hashtags } from '@/lib/captions/composer-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(suggestHashtags, hashtags))
