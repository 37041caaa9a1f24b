import { getDeletion } from '@/lib/account/deletion/contract'
import { get } from '@/lib/account/deletion/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getDeletion, get))
