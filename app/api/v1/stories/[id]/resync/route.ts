import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/reconcile/contract'
import { resyncStory } from '@/lib/stories/reconcile/reconcile'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract.resyncStory, resyncStory))
