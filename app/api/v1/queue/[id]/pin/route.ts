import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/queue/contract'
import { markPin } from '@/lib/queue/pin'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.markPin, markPin))
