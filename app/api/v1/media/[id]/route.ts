import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteAsset, editAsset, getAsset } from '@/lib/media/contract'
import { edit, get, remove } from '@/lib/media/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getAsset, get),
  wire(editAsset, edit),
  wire(deleteAsset, remove),
)
