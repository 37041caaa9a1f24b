import { endpoints, wire } from '@/lib/api/endpoint'
import { deletePillar } from '@/lib/pillars/contract'
import { remove } from '@/lib/pillars/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(deletePillar, remove))
