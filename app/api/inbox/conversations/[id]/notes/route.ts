import { endpoints, wire } from '@/lib/api/endpoint'
import { createInboxNote } from '@/lib/inbox/notes/contract'
import { create } from '@/lib/inbox/notes/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(createInboxNote, create))
