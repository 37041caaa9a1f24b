import { endpoints, wire } from '@/lib/api/endpoint'
import { read } from '@/lib/connections/consent/consent'
import { getConsent } from '@/lib/connections/consent/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(getConsent, read))
