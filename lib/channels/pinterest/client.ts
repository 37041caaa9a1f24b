import type { z } from 'zod'
import type { Json } from '@/lib/json'
import { callNetwork } from '../call-network'
import type { Account, CallOptions } from '../channel'
import { bearerToken } from '../credentials'
import { channelSettings } from '../settings'
import { errorTable } from './errors'

export type PinterestRequest = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  json?: Json
  makesPublic?: boolean
}

export async function callPinterest<T>(
  account: Account,
  request: PinterestRequest,
  schema: z.ZodType<T>,
  call: CallOptions,
): Promise<T> {
  const { apiUrl, version } = channelSettings('pinterest')
  const { path, query = {}, ...rest } = request
  const url = new URL(`${apiUrl}/${version}/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const headers = { authorization: `Bearer ${bearerToken(account, 'Pinterest')}` }
  return (await callNetwork({ channel: 'pinterest', errorTable, account, call, url, headers, ...rest }, schema)).data
}
