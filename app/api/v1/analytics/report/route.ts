import { endpoints, wire } from '@/lib/api/endpoint'
import { getReportPdf } from '@/lib/reports/contract'
import { getPdf } from '@/lib/reports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getReportPdf, getPdf))
