import { endpoints, wire } from '@/lib/api/endpoint'
import { createAutomation, listAutomations } from '@/lib/automations/contract'
import { create, list } from '@/lib/automations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listAutomations, list),
  wire(createAutomation, create),
)
