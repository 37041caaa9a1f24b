import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteAutomation, editAutomation, getAutomation } from '@/lib/automations/contract'
import { edit, get, remove } from '@/lib/automations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getAutomation, get),
  wire(editAutomation, edit),
  wire(deleteAutomation, remove),
)
