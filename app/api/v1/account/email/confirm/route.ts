import * as contracts from '@/lib/account/email/contract'
import { confirm } from '@/lib/account/email/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contracts.confirmEmail, confirm))
