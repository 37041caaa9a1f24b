import { z } from 'zod'
import { systemClock } from '../../clock'
import { appVariables, requireApp } from '../apps'
import type { Account, CallOptions } from '../channel'
import type { AccountChoice, ChannelConnect, ConsentReturn, Renewal } from '../connect'
import { bearerToken } from '../credentials'
import { ChannelFault } from '../fault'
import { Graph } from '../meta/graph'
import { afterSeconds, callTokenEndpoint, codeOf } from '../oauth'
import { oauthFaults } from '../oauth-faults'
import { channelSettings } from '../settings'
import { faults } from './errors'

const loginFaults = oauthFaults(faults)
const publishScope = 'threads_content_publish'

/** `user_id` stands beside it as a number beyond 2^53, which no JSON parser here keeps; `/me` gives it as text. */
const ShortToken = z.object({ access_token: z.string() })
const LongToken = z.object({ access_token: z.string(), expires_in: z.number() })
const Profile = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  threads_profile_picture_url: z.string().optional(),
})

/** https://developers.facebook.com/docs/threads/get-started */
export const threadsConnect: ChannelConnect = {
  id: 'threads',
  appVariables: appVariables('threads'),
  scopes: [
    { name: 'threads_basic', purpose: 'see which account it is connected to', isRequired: true },
    { name: publishScope, purpose: 'publish posts', isRequired: true },
    { name: 'threads_manage_insights', purpose: 'read how posts did', isRequired: false },
    { name: 'threads_read_replies', purpose: 'read replies', isRequired: false },
    { name: 'threads_manage_replies', purpose: 'answer replies', isRequired: false },
  ],
  consent: {
    async start({ redirectUri, state }) {
      const url = new URL(`${channelSettings('threads').authUrl}/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: requireApp('threads', 'threads').id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: threadsConnect.scopes.map(({ name }) => name).join(','),
        state,
      }).toString()
      return { url: url.href, secret: null }
    },
    finish,
  },
  refresh: { with: 'access_token', notBeforeMs: 24 * 60 * 60 * 1_000, renew },
  async identify(account, call) {
    const { id, username, name } = await readProfile(account, call)
    return { accountId: id, accountName: name ?? username, handle: username }
  },
}

/** The same kind of token again, with sixty days of its own. The old one lives on until its end. */
async function renew(account: Account, call: CallOptions): Promise<Renewal> {
  const accessToken = bearerToken(account, 'Threads')
  const long = await callTokenEndpoint(
    {
      channel: 'threads',
      faults: loginFaults,
      method: 'GET',
      url: `${channelSettings('threads').apiUrl}/refresh_access_token`,
      query: { grant_type: 'th_refresh_token', access_token: accessToken },
      secrets: [accessToken, ''],
    },
    LongToken,
    call,
  )
  return {
    credentials: { kind: 'bearer', accessToken: long.access_token, refreshToken: null },
    expiresAt: afterSeconds(systemClock(), long.expires_in),
    refreshExpiresAt: null,
  }
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'Threads')
  const { id, secret } = requireApp('threads', 'threads')
  const { apiUrl } = channelSettings('threads')
  const short = await callTokenEndpoint(
    {
      channel: 'threads',
      faults: loginFaults,
      method: 'POST',
      url: `${apiUrl}/oauth/access_token`,
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
      channel: 'threads',
      faults: loginFaults,
      method: 'GET',
      url: `${apiUrl}/access_token`,
      query: { grant_type: 'th_exchange_token', client_secret: secret, access_token: short.access_token },
      secrets: [short.access_token, secret],
    },
    LongToken,
    call,
  )
  const credentials = { kind: 'bearer', accessToken: long.access_token, refreshToken: null } as const
  const account: Account = { accountId: '', accountName: null, handle: null, credentials }
  const profile = await readProfile(account, call)
  return [
    {
      accountId: profile.id,
      accountName: profile.name ?? profile.username,
      handle: profile.username,
      pictureUrl: profile.threads_profile_picture_url ?? null,
      kind: 'profile',
      credentials,
      expiresAt: afterSeconds(systemClock(), long.expires_in),
      refreshExpiresAt: null,
      scopes: await scopesOf(account, call),
      obstacle: null,
    },
  ]
}

/** Threads does not tell what was granted, so something harmless is asked for that takes the permission. */
const probes = [
  { scope: publishScope, path: 'me/threads_publishing_limit', query: { fields: 'quota_usage' } },
  { scope: 'threads_manage_insights', path: 'me/threads_insights', query: { metric: 'likes' } },
]

/** @returns null when nothing was found to be missing: that the rest was granted is not proven */
async function scopesOf(account: Account, call: CallOptions): Promise<string[] | null> {
  const lacks = await Promise.all(probes.map((probe) => isRefused(account, probe, call)))
  const missing = probes.flatMap(({ scope }, index) => (lacks[index] ? [scope] : []))
  if (missing.length === 0) return null
  return threadsConnect.scopes.flatMap(({ name }) => (missing.includes(name) ? [] : [name]))
}

async function isRefused(
  account: Account,
  { path, query }: (typeof probes)[number],
  call: CallOptions,
): Promise<boolean> {
  try {
    await new Graph('threads', faults, account).get(path, query, z.unknown(), call)
    return false
  } catch (error) {
    // Any other trouble with a question that need not be asked is no reason to send the person away.
    return error instanceof ChannelFault && error.category === 'connection' && !error.isAuthDead
  }
}

function readProfile(account: Account, call: CallOptions) {
  const fields = 'id,username,name,threads_profile_picture_url'
  return new Graph('threads', faults, account).get('me', { fields }, Profile, call)
}
