import { listBestStories } from '@/lib/analytics/best-stories'
import { listBestStories as contract } from '@/lib/analytics/contract'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, listBestStories))
