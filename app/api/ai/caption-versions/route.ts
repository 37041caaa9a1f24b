import { endpoints, wire } from '@/lib/api/endpoint'
import { adaptCaption } from '@/lib/captions/composer-contract'
import { adapt } from '@/lib/captions/composer-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(adaptCaption, adapt))
