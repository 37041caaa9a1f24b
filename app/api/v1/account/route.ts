import { getAccount, updateAccount } from '@/lib/account/contract'
import { deleteAccount } from '@/lib/account/deletion/contract'
import { remove } from '@/lib/account/deletion/service'
import { get, update } from '@/lib/account/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getAccount, get),
  wire(updateAccount, update),
  wire(deleteAccount, remove),
)
