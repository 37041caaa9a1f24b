import { endpoints, wire } from '@/lib/api/endpoint'
import { planResume as contract } from '@/lib/projects/pause-contract'
import { planResume } from '@/lib/queue/resume'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, planResume))
