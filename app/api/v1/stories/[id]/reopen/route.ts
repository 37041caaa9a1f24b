import { endpoints, wire } from '@/lib/api/endpoint'
import { reopenStory } from '@/lib/stories/operations/reopen'
import * as contract from '@/lib/stories/undo-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.reopenStory, reopenStory))
