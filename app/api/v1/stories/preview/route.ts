import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/preview-contract'
import { previewUnsaved } from '@/lib/stories/reading/preview'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.previewUnsaved, previewUnsaved))
