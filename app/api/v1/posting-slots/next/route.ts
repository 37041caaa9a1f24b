import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/posting-slots/contract'
import { listFree } from '@/lib/posting-slots/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.listFreeSlots, listFree))
