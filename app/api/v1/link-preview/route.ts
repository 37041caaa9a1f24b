import { endpoints, wire } from '@/lib/api/endpoint'
import { getLinkPreview as contract } from '@/lib/link-preview/contract'
import { getLinkPreview } from '@/lib/link-preview/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, getLinkPreview))
