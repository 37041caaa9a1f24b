import { endpoints, wire } from '@/lib/api/endpoint'
import { restoreSchedule } from '@/lib/stories/operations/restore-schedule'
import * as contract from '@/lib/stories/undo-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.restoreSchedule, restoreSchedule))
