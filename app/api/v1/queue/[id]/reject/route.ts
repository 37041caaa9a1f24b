import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/queue/contract'
import { rejectQueueItem } from '@/lib/queue/review'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.rejectQueueItem, rejectQueueItem))
