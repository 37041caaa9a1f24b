import { endpoints, wire } from '@/lib/api/endpoint'
import { getLateness as contract } from '@/lib/queue/contract'
import { getLateness } from '@/lib/queue/lateness'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, getLateness))
