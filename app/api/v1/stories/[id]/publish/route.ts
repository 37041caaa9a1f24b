import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { inspectStoredStory } from '@/lib/stories/inspect-media'
import { publishStory } from '@/lib/stories/schedule'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.publishStory, publishStory, { prepare: inspectStoredStory }),
)
