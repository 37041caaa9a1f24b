import { endpoints, wire } from '@/lib/api/endpoint'
import { listMoments } from '@/lib/moments/contract'
import { list } from '@/lib/moments/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listMoments, list))
