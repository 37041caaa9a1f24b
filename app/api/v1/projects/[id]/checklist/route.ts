import { endpoints, wire } from '@/lib/api/endpoint'
import { getChecklist } from '@/lib/checklist/contract'
import { get } from '@/lib/checklist/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getChecklist, get))
