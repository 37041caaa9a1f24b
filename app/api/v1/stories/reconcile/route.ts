import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { listDivergent, reconcileStories } from '@/lib/stories/reconcile'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.listDivergent, listDivergent),
  wire(contract.reconcileStories, reconcileStories),
)
