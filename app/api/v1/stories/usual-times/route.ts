import { endpoints, wire } from '@/lib/api/endpoint'
import { listUsualTimes } from '@/lib/stories/usual-times'
import * as contract from '@/lib/stories/usual-times-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.listUsualTimes, listUsualTimes))
