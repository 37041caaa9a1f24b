import { listActivity as contract } from '@/lib/activity/contract'
import { listActivity } from '@/lib/activity/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, listActivity))
