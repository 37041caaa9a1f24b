import { checkAi } from '@/lib/ai/contract'
import { check } from '@/lib/ai/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(checkAi, check))
