import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/posting-slots/contract'
import { get, put } from '@/lib/posting-slots/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getPostingSlots, get),
  wire(contract.putPostingSlots, put),
)
