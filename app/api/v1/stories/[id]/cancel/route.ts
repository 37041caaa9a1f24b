import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { cancelStory } from '@/lib/stories/operations/cancel'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.cancelStory, cancelStory))
