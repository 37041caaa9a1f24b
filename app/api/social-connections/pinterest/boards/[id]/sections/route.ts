import { endpoints, wire } from '@/lib/api/endpoint'
import { listPinterestSections } from '@/lib/boards/contract'
import { sections } from '@/lib/boards/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listPinterestSections, sections))
