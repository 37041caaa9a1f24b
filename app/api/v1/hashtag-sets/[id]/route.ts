import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/hashtag-sets/contract'
import * as sets from '@/lib/hashtag-sets/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.updateHashtagSet, sets.update),
  wire(contract.deleteHashtagSet, sets.remove),
)
