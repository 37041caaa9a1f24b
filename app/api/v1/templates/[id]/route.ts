import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/templates/contract'
import * as templates from '@/lib/templates/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getTemplate, templates.get),
  wire(contract.updateTemplate, templates.update),
  wire(contract.deleteTemplate, templates.remove),
)
