import { endpoints, wire } from '@/lib/api/endpoint'
import { listEvents } from '@/lib/events/contract'
import { list } from '@/lib/events/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listEvents, list))
