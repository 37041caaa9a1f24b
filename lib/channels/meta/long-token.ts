import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { requireApp } from '../connecting/apps'
import type { ConsentReturn, Renewal } from '../connecting/connect'
import { bearerOf, callTokenEndpoint, codeOf } from '../connecting/oauth'
import { bearerToken } from '../credentials'
import type { ErrorTable } from '../error-table'
import { channelNames } from '../names'
import { channelSettings } from '../settings'

/** Instagram and Threads have the same flow with other names. */
export type LongTokenNetwork = {
  channel: 'instagram' | 'threads'
  /** Of the grant types. */
  prefix: 'ig' | 'th'
  errorTable: ErrorTable
}

const LongToken = z.object({ access_token: z.string(), expires_in: z.number() })

/** Exchanges the code of a consent for a token of an hour, and that for a token of sixty days. */
export async function takeLongToken<Short extends { access_token: string }>(
  { channel, prefix, errorTable }: LongTokenNetwork,
  back: ConsentReturn,
  ShortToken: z.ZodType<Short>,
  call: CallOptions,
): Promise<{ short: Short; long: Renewal }> {
  const code = codeOf(back, channelNames[channel])
  const { id, secret } = requireApp(channel, channel)
  const { apiUrl, tokenUrl = apiUrl } = channelSettings(channel)
  const short = await callTokenEndpoint(
    {
      channel,
      errorTable,
      method: 'POST',
      url: `${tokenUrl}/oauth/access_token`,
      form: {
        client_id: id,
        client_secret: secret,
        grant_type: 'authorization_code',
        redirect_uri: back.redirectUri,
        code,
      },
      secrets: [code, secret],
    },
    ShortToken,
    call,
  )
  const long = await callTokenEndpoint(
    {
      channel,
      errorTable,
      method: 'GET',
      url: `${apiUrl}/access_token`,
      query: { grant_type: `${prefix}_exchange_token`, client_secret: secret, access_token: short.access_token },
      secrets: [short.access_token, secret],
    },
    LongToken,
    call,
  )
  return { short, long: bearerOf(long) }
}

/** Returns a new token valid for sixty days. The old one stays valid until it expires. */
export async function renewLongToken(
  { channel, prefix, errorTable }: LongTokenNetwork,
  account: Account,
  call: CallOptions,
): Promise<Renewal> {
  const accessToken = bearerToken(account, channelNames[channel])
  const long = await callTokenEndpoint(
    {
      channel,
      errorTable,
      method: 'GET',
      url: `${channelSettings(channel).apiUrl}/refresh_access_token`,
      query: { grant_type: `${prefix}_refresh_token`, access_token: accessToken },
      secrets: [accessToken, ''],
    },
    LongToken,
    call,
  )
  return bearerOf(long)
}
