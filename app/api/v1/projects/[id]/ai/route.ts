import { getAiSettings } from '@/lib/ai/contract'
import { get } from '@/lib/ai/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getAiSettings, get))
