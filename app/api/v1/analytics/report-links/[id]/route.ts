import { endpoints, wire } from '@/lib/api/endpoint'
import { revokeReportLink } from '@/lib/reports/contract'
import { revoke } from '@/lib/reports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(revokeReportLink, revoke))
