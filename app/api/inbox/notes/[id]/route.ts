import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteInboxNote } from '@/lib/inbox/notes/contract'
import { remove } from '@/lib/inbox/notes/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(deleteInboxNote, remove))
