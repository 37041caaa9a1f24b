import { endpoints, wire } from '@/lib/api/endpoint'
import { listAssetTags } from '@/lib/media/contract'
import { listTags } from '@/lib/media/usage'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listAssetTags, listTags))
