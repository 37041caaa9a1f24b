import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/usual-times/contract'
import { listUsualTimes } from '@/lib/usual-times/usual-times'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.listUsualTimes, listUsualTimes))
