import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { createStory } from '@/lib/stories/create'
import { inspectNewStory } from '@/lib/stories/inspect-media'
import { listStories } from '@/lib/stories/read'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.listStories, listStories),
  wire(contract.createStory, createStory, { prepare: inspectNewStory }),
)
