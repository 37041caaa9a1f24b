import { endpoints, wire } from '@/lib/api/endpoint'
import { listCalendar as contract } from '@/lib/calendar/contract'
import { listCalendar } from '@/lib/calendar/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contract, listCalendar))
