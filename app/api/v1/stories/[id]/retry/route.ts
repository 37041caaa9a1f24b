import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { retryStory } from '@/lib/stories/operations/retry'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.retryStory, retryStory))
