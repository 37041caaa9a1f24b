import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { storyTimeline } from '@/lib/stories/timeline'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.storyTimeline, storyTimeline))
