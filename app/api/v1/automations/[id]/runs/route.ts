import { endpoints, wire } from '@/lib/api/endpoint'
import { listAutomationRuns } from '@/lib/automations/contract'
import { listRuns } from '@/lib/automations/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listAutomationRuns, listRuns))
