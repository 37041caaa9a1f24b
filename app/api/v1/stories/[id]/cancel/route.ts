import { endpoints, wire } from '@/lib/api/endpoint'
import { cancelStory } from '@/lib/stories/cancel'
import * as contract from '@/lib/stories/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.cancelStory, cancelStory))
