import { endpoints, wire } from '@/lib/api/endpoint'
import { listPastImports } from '@/lib/past-posts/contract'
import { list } from '@/lib/past-posts/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listPastImports, list))
