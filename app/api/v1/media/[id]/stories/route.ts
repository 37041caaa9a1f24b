import { endpoints, wire } from '@/lib/api/endpoint'
import { listAssetStories } from '@/lib/media/contract'
import { listStories } from '@/lib/media/usage'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listAssetStories, listStories))
