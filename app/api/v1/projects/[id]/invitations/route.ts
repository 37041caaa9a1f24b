import { endpoints, wire } from '@/lib/api/endpoint'
import * as contracts from '@/lib/invitations/contract'
import { invite, list } from '@/lib/invitations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contracts.listInvitations, list),
  wire(contracts.invite, invite),
)
