import { endpoints, wire } from '@/lib/api/endpoint'
import { writeCaption } from '@/lib/captions/contract'
import { write } from '@/lib/captions/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(writeCaption, write, { isOutside: true }))
