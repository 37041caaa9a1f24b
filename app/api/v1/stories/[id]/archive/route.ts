import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { archiveStory } from '@/lib/stories/operations/archive'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.archiveStory, archiveStory))
