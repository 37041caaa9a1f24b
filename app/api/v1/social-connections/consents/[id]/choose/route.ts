import { endpoints, wire } from '@/lib/api/endpoint'
import { choose } from '@/lib/connections/consent/consent'
import { chooseAccount } from '@/lib/connections/consent/contract'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(chooseAccount, choose))
