import { endpoints, wire } from '@/lib/api/endpoint'
import { describeImage } from '@/lib/captions/composer-contract'
import { altText } from '@/lib/captions/composer-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(describeImage, altText))
