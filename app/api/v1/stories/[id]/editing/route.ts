import { endpoints, wire } from '@/lib/api/endpoint'
import { startEditing, stopEditing } from '@/lib/story-editors/contract'
import { start, stop } from '@/lib/story-editors/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(startEditing, start), wire(stopEditing, stop))
