import type { FormData } from 'undici'
import type { z } from 'zod'
import type { Json } from '@/lib/json'
import { callNetwork, type NetworkCall } from '../call-network'
import type { Account, CallOptions } from '../channel'
import { wrongCredentials } from '../credentials'
import { channelSettings } from '../settings'
import { errorTable, uploadErrorTable } from './errors'
import { oauth1Header, oauth1Moment } from './oauth1'

export type XRequest = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  json?: Json
  form?: FormData
  makesPublic?: boolean
  /** An upload step: a refusal then concerns the file. */
  isUpload?: boolean
}

/** Calls X's API, signed with the scheme of the connection. */
export async function callX<T>(
  account: Account,
  request: XRequest,
  schema: z.ZodType<T>,
  call: CallOptions,
): Promise<T> {
  const { apiUrl, version } = channelSettings('x')
  const url = new URL(`${apiUrl}/${version}/${request.path}`)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const { method, json, form, makesPublic } = request
  const response = await callNetwork(
    {
      channel: 'x',
      errorTable: request.isUpload ? uploadErrorTable : errorTable,
      account,
      method,
      url,
      call,
      ...authorization(account, method, url),
      ...(json === undefined ? {} : { json }),
      ...(form ? { body: form } : {}),
      ...(makesPublic ? { makesPublic } : {}),
    },
    schema,
  )
  return response.data
}

function authorization(account: Account, method: string, url: URL): Pick<NetworkCall, 'headers' | 'sign'> {
  const { credentials } = account
  switch (credentials.kind) {
    case 'bearer':
      return { headers: { authorization: `Bearer ${credentials.accessToken}` } }
    case 'oauth1':
      return { sign: (now) => ({ authorization: oauth1Header(method, url, credentials, oauth1Moment(now)) }) }
    case 'ghost':
      throw wrongCredentials('X')
  }
}
