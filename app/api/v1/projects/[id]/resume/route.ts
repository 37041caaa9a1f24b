import { endpoints, wire } from '@/lib/api/endpoint'
import { resumeProject as contract } from '@/lib/projects/pause-contract'
import { resumeProject } from '@/lib/queue/resume'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, resumeProject))
