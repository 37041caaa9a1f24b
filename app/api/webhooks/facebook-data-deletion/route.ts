import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteFacebookData } from '@/lib/inbox/callbacks/contract'
import { deleteDataOn } from '@/lib/inbox/callbacks/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(deleteFacebookData, deleteDataOn('facebook')))
