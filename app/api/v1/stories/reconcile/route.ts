import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/reconcile/contract'
import { listDivergent, reconcileStories } from '@/lib/stories/reconcile/reconcile'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.listDivergent, listDivergent),
  wire(contract.reconcileStories, reconcileStories),
)
