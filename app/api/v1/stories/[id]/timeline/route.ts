import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { storyTimeline } from '@/lib/stories/timeline/timeline'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.storyTimeline, storyTimeline))
