import * as contract from '@/lib/analytics/contract'
import { getAnalytics } from '@/lib/analytics/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.getAnalytics, getAnalytics))
