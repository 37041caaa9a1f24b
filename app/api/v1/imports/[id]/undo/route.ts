import { endpoints, wire } from '@/lib/api/endpoint'
import { undoImport } from '@/lib/imports/contract'
import { undo } from '@/lib/imports/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(undoImport, undo))
