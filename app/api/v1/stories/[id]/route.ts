import { endpoints, wire } from '@/lib/api/endpoint'
import { inspectEditedStory } from '@/lib/stories/checks/inspect-media'
import * as contract from '@/lib/stories/contract'
import { deleteStory } from '@/lib/stories/operations/cancel'
import { editStory } from '@/lib/stories/operations/edit'
import { getStory } from '@/lib/stories/reading/read'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.getStory, getStory),
  wire(contract.editStory, editStory, { prepare: inspectEditedStory }),
  wire(contract.deleteStory, deleteStory),
)
