import { endpoints, wire } from '@/lib/api/endpoint'
import { createMediaFolder, listMediaFolders } from '@/lib/media/folders/contract'
import { create, list } from '@/lib/media/folders/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listMediaFolders, list),
  wire(createMediaFolder, create),
)
