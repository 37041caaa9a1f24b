import { endpoints, wire } from '@/lib/api/endpoint'
import { createToken, listTokens } from '@/lib/tokens/contract'
import { create, list } from '@/lib/tokens/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listTokens, list), wire(createToken, create))
