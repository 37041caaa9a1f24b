import { endpoints, wire } from '@/lib/api/endpoint'
import { deleteStory } from '@/lib/stories/cancel'
import * as contract from '@/lib/stories/contract'
import { editStory } from '@/lib/stories/edit'
import { inspectEditedStory } from '@/lib/stories/inspect-media'
import { getStory } from '@/lib/stories/read'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getStory, getStory),
  wire(contract.editStory, editStory, { prepare: inspectEditedStory }),
  wire(contract.deleteStory, deleteStory),
)
