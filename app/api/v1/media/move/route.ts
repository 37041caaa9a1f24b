import { endpoints, wire } from '@/lib/api/endpoint'
import { moveAssets } from '@/lib/media/folders/contract'
import { move } from '@/lib/media/folders/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(moveAssets, move))
