import { endpoints, wire } from '@/lib/api/endpoint'
import { inspectStoredStory } from '@/lib/stories/checks/inspect-media'
import * as contract from '@/lib/stories/contract'
import { scheduleStory } from '@/lib/stories/operations/schedule'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.scheduleStory, scheduleStory, { prepare: inspectStoredStory }),
)
