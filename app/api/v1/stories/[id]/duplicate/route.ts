import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { duplicateStory } from '@/lib/stories/operations/duplicate'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.duplicateStory, duplicateStory))
