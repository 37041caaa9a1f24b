import { endpoints, wire } from '@/lib/api/endpoint'
import * as contracts from '@/lib/sign-up/contract'
import { createAccount } from '@/lib/sign-up/service'

export const maxDuration = 60

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(wire(contracts.createAccount, createAccount))
