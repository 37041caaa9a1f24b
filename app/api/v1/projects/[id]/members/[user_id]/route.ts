import { endpoints, wire } from '@/lib/api/endpoint'
import { changeMember, removeMember } from '@/lib/members/contract'
import { change, remove } from '@/lib/members/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(changeMember, change),
  wire(removeMember, remove),
)
