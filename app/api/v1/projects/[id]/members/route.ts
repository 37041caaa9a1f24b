import { endpoints, wire } from '@/lib/api/endpoint'
import { listMembers } from '@/lib/members/contract'
import { list } from '@/lib/members/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listMembers, list))
