import { endpoints, wire } from '@/lib/api/endpoint'
import { cropAsset } from '@/lib/media/crops/contract'
import { crop } from '@/lib/media/crops/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(cropAsset, crop))
