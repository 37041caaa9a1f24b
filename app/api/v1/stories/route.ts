import { endpoints, wire } from '@/lib/api/endpoint'
import { inspectNewStory } from '@/lib/stories/checks/inspect-media'
import * as contract from '@/lib/stories/contract'
import { createStory } from '@/lib/stories/operations/create'
import { listStories } from '@/lib/stories/reading/read'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.listStories, listStories),
  wire(contract.createStory, createStory, { prepare: inspectNewStory }),
)
