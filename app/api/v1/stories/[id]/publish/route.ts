import { endpoints, wire } from '@/lib/api/endpoint'
import { inspectStoredStory } from '@/lib/stories/checks/inspect-media'
import * as contract from '@/lib/stories/contract'
import { publishStory } from '@/lib/stories/operations/schedule'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.publishStory, publishStory, { prepare: inspectStoredStory }),
)
