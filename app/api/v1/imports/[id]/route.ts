import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteImport, getImport, updateImport } from '@/lib/imports/contract'
import { get, remove, update } from '@/lib/imports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getImport, get),
  wire(updateImport, update),
  wire(deleteImport, remove),
)
