import { endpoints, wire } from '@/lib/api/endpoint'
import { archiveStory } from '@/lib/stories/archive'
import * as contract from '@/lib/stories/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.archiveStory, archiveStory))
