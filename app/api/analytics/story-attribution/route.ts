import { endpoints, wire } from '@/lib/api/endpoint'
import { getStoryAttribution } from '@/lib/slide-insights/contract'
import { storyAttribution } from '@/lib/slide-insights/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getStoryAttribution, storyAttribution))
