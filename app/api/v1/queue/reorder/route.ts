import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/queue/contract'
import { reorderQueue } from '@/lib/queue/reorder'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.reorderQueue, reorderQueue))
