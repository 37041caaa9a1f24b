import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteInstagramData } from '@/lib/inbox/callbacks/contract'
import { deleteDataOn } from '@/lib/inbox/callbacks/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(deleteInstagramData, deleteDataOn('instagram')),
)
