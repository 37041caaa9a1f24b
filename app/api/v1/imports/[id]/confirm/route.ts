import { endpoints, wire } from '@/lib/api/endpoint'
import { confirmImport } from '@/lib/imports/contract'
import { confirm } from '@/lib/imports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(confirmImport, confirm))
