import { endpoints, wire } from '@/lib/api/endpoint'
import * as contract from '@/lib/stories/contract'
import { faultsOfSchedule } from '@/lib/stories/faults'
import { scheduleStory } from '@/lib/stories/schedule'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contract.scheduleStory, scheduleStory, { faults: faultsOfSchedule }),
)
