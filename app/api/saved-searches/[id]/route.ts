import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteSavedSearch, getSavedSearch, updateSavedSearch } from '@/lib/saved-searches/contract'
import { get, remove, update } from '@/lib/saved-searches/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getSavedSearch, get),
  wire(updateSavedSearch, update),
  wire(deleteSavedSearch, remove),
)
