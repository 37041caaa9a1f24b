import { endpoints, wire } from '@/lib/api/endpoint'
import { createRecurringTemplate, listRecurringTemplates } from '@/lib/recurring/contract'
import { create, list } from '@/lib/recurring/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listRecurringTemplates, list),
  wire(createRecurringTemplate, create),
)
