import * as contracts from '@/lib/account/email/contract'
import { sendConfirmation } from '@/lib/account/email/service'
import { endpoints, wire } from '@/lib/api/endpoint'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contracts.sendEmailConfirmation, sendConfirmation),
)
