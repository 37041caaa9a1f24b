import { endpoints, wire } from '@/lib/api/endpoint'
import { replyPrivately } from '@/lib/inbox/comments/contract'
import { reply } from '@/lib/inbox/comments/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(replyPrivately, reply, { isOutside: true }))
