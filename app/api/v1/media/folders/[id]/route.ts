import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteMediaFolder, renameMediaFolder } from '@/lib/media/folders/contract'
import { remove, rename } from '@/lib/media/folders/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(renameMediaFolder, rename),
  wire(deleteMediaFolder, remove),
)
