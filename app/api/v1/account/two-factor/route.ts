import { disableTwoFactor, getTwoFactor, startTwoFactor } from '@/lib/account/two-factor/contract'
import { disable, get, start } from '@/lib/account/two-factor/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(getTwoFactor, get),
  wire(startTwoFactor, start),
  wire(disableTwoFactor, disable),
)
