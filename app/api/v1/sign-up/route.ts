import { headers } from 'next/headers'
import { endpoints, wire } from '@/lib/api/endpoint'
import { callerAddress } from '@/lib/auth/caller-address'
import * as contracts from '@/lib/sign-up/contract'
import { createAccount } from '@/lib/sign-up/service'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints(
  wire(contracts.createAccount, async (context, input) =>
    createAccount(context, input, callerAddress((await headers()).get('x-forwarded-for'))),
  ),
)
