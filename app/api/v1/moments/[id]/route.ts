import { endpoints, wire } from '@/lib/api/endpoint'
import { updateMoment } from '@/lib/moments/contract'
import { update } from '@/lib/moments/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(updateMoment, update))
