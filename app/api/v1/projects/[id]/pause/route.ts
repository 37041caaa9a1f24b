import { endpoints, wire } from '@/lib/api/endpoint'
import * as service from '@/lib/projects/pause'
import { getPause, pauseProject } from '@/lib/projects/pause-contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getPause, service.getPause),
  wire(pauseProject, service.pauseProject),
)
