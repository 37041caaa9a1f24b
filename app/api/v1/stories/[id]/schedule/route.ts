import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { inspectStoredStory } from '@/lib/stories/inspect-media'
import { scheduleStory } from '@/lib/stories/schedule'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.scheduleStory, scheduleStory, { prepare: inspectStoredStory }),
)
