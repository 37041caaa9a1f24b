import { endpoints, wire } from '@/lib/api/endpoint'
import { getInboxCounts } from '@/lib/inbox/contract'
import { counts } from '@/lib/inbox/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getInboxCounts, counts))
