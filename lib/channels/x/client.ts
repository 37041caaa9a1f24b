import type { FormData } from 'undici'
import type { z } from 'zod'
import { callNetwork, type NetworkCall } from '../call-network'
import type { Account, CallOptions, Json } from '../channel'
import { wrongCredentials } from '../credentials'
import { channelSettings } from '../settings'
import { faults, uploadFaults } from './errors'
import { oauth1Header, oauth1Moment } from './oauth1'

export type XRequest = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  json?: Json
  form?: FormData
  makesPublic?: boolean
  /** A step of bringing a file: what is refused then is the file. */
  isUpload?: boolean
}

/** One call of X's API, signed by whichever of its two schemes the account was connected with. */
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
  const answer = await callNetwork(
    {
      channel: 'x',
      faults: request.isUpload ? uploadFaults : faults,
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
  return answer.data
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
