import { getAccount, updateAccount } from '@/lib/account/contract'
import { get, update } from '@/lib/account/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getAccount, get), wire(updateAccount, update))
