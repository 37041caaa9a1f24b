import { endpoints, wire } from '@/lib/api/endpoint'
import { createReportLink, listReportLinks } from '@/lib/reports/contract'
import { create, list } from '@/lib/reports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(listReportLinks, list),
  wire(createReportLink, create),
)
