import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/pillars/contract'
import { list, replace, update } from '@/lib/pillars/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.listPillars, list),
  wire(contract.replacePillars, replace),
  wire(contract.updatePillars, update),
)
