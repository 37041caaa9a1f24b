import { renewRecoveryCodes } from '@/lib/account/two-factor/contract'
import { renewCodes } from '@/lib/account/two-factor/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(renewRecoveryCodes, renewCodes))
