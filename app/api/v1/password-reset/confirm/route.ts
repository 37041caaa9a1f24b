import { endpoints, wire } from '@/lib/api/endpoint'
import * as contracts from '@/lib/password-reset/contract'
import { reset } from '@/lib/password-reset/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contracts.resetPassword, reset))
