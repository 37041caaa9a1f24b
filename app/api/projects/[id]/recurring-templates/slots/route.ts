import { endpoints, wire } from '@/lib/api/endpoint'
import { listRecurringSlots } from '@/lib/recurring/contract'
import { listSlots } from '@/lib/recurring/upcoming'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(listRecurringSlots, listSlots))
