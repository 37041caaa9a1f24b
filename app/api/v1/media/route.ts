import { endpoints, wire } from '@/lib/api/endpoint'
import { createAsset, listAssets } from '@/lib/media/contract'
import { create, list } from '@/lib/media/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listAssets, list),
  wire(createAsset, create, { isOutside: true }),
)
