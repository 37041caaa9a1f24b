import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { resyncStory } from '@/lib/stories/reconcile'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.resyncStory, resyncStory))
