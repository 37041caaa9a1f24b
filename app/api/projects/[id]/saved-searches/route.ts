import { endpoints, wire } from '@/lib/api/endpoint'
import { createSavedSearch, listSavedSearches } from '@/lib/saved-searches/contract'
import { create, list } from '@/lib/saved-searches/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listSavedSearches, list),
  wire(createSavedSearch, create),
)
