import { endpoints, wire } from '@/lib/api/endpoint'
import { replaceAsset } from '@/lib/media/replacing/contract'
import { replace } from '@/lib/media/replacing/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(replaceAsset, replace))
