import { endpoints, wire } from '@/lib/api/endpoint'
import { resumeProject as contract } from '@/lib/projects/pause-contract'
import { resumeProject } from '@/lib/queue/resume'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, resumeProject))
