import { endpoints, wire } from '@/lib/api/endpoint'
import { addSampleData, removeSampleData } from '@/lib/sample-data/contract'
import { add, remove } from '@/lib/sample-data/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(addSampleData, add),
  wire(removeSampleData, remove),
)
