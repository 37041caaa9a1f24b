import { endpoints, wire } from '@/lib/api/endpoint'
import { createImport } from '@/lib/imports/contract'
import { create } from '@/lib/imports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(createImport, create, { isOutside: true }))
