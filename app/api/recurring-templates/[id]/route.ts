import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteRecurringTemplate, editRecurringTemplate, getRecurringTemplate } from '@/lib/recurring/contract'
import { edit, get, remove } from '@/lib/recurring/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getRecurringTemplate, get),
  wire(editRecurringTemplate, edit),
  wire(deleteRecurringTemplate, remove),
)
