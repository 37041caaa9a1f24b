import { endpoints, wire } from '@/lib/api/endpoint'
import { bulkCreateStories, bulkStatus } from '@/lib/stories/bulk-create'
import * as contract from '@/lib/stories/contract'
import { inspectNewStories } from '@/lib/stories/inspect-media'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.bulkCreateStories, bulkCreateStories, { status: bulkStatus, prepare: inspectNewStories }),
)
