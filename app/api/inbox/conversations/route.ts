import { endpoints, wire } from '@/lib/api/endpoint'
import { listConversations } from '@/lib/inbox/contract'
import { list } from '@/lib/inbox/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listConversations, list))
