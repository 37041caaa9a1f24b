import { endpoints, wire } from '@/lib/api/endpoint'
import { getImportReport } from '@/lib/imports/contract'
import { report } from '@/lib/imports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getImportReport, report))
