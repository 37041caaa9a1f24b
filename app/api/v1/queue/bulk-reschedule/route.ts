import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/queue/contract'
import { bulkReschedule } from '@/lib/queue/reschedule'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.bulkReschedule, bulkReschedule))
