import { endpoints, wire } from '@/lib/api/endpoint'
import { runAutomation } from '@/lib/automations/contract'
import { run } from '@/lib/automations/run-service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(runAutomation, run))
