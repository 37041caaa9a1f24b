import { endpoints, wire } from '@/lib/api/endpoint'
import { bulkCreateStories, bulkStatus } from '@/lib/stories/bulk-create'
import * as contract from '@/lib/stories/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.bulkCreateStories, bulkCreateStories, { status: bulkStatus }),
)
