import { endpoints, wire } from '@/lib/api/endpoint'
import { getStorageUse as contract } from '@/lib/media/contract'
import { getStorageUse } from '@/lib/media/storage-limit'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, getStorageUse))
