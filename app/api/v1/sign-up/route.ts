import { headers } from 'next/headers'
import { endpoints, wire } from '@/lib/api/endpoint'
import * as contracts from '@/lib/sign-up/contract'
import { createAccount } from '@/lib/sign-up/service'

/** The first address of the list is the caller's; the rest are proxies. */
const callerAddress = async (): Promise<string> =>
  (await headers()).get('x-forwarded-for')?.split(',')[0]?.trim().slice(0, 64) || 'unknown'

export const { GET, POST, PUT, PATCH, DELETE } = endpoints(
  wire(contracts.createAccount, async (context, input) => createAccount(context, input, await callerAddress())),
)
