import { endpoints, wire } from '@/lib/api/endpoint'
import { inspectNewStories } from '@/lib/stories/checks/inspect-media'
import * as contract from '@/lib/stories/contract'
import { bulkCreateStories, bulkStatus } from '@/lib/stories/operations/bulk-create'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.bulkCreateStories, bulkCreateStories, { status: bulkStatus, prepare: inspectNewStories }),
)
