import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import { appVariables, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn } from '../connecting/connect'
import { consentUrl } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { Graph } from '../meta/graph'
import { type LongTokenNetwork, renewLongToken, takeLongToken } from '../meta/long-token'
import { channelSettings } from '../settings'
import { errorTable } from './errors'

const network: LongTokenNetwork = { channel: 'threads', prefix: 'th', errorTable: oauthErrors(errorTable) }
const publishScope = 'threads_content_publish'

/** `user_id` is a number beyond 2^53 here, which loses digits; `/me` returns it as text. */
const ShortToken = z.object({ access_token: z.string() })
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
    { name: 'threads_manage_insights', purpose: 'read metrics of posts', isRequired: false },
    { name: 'threads_read_replies', purpose: 'read replies', isRequired: false },
    { name: 'threads_manage_replies', purpose: 'respond to replies', isRequired: false },
  ],
  consent: {
    async start({ redirectUri, state }) {
      const url = consentUrl(`${channelSettings('threads').authUrl}/oauth/authorize`, {
        clientId: requireApp('threads', 'threads').id,
        redirectUri,
        scope: threadsConnect.scopes.map(({ name }) => name).join(','),
        state,
      })
      return { url, secret: null }
    },
    finish,
  },
  refresh: {
    with: 'access_token',
    notBeforeMs: 24 * 60 * 60 * 1_000,
    renew: (account, call) => renewLongToken(network, account, call),
  },
  async identify(account, call) {
    const { id, username, name } = await readProfile(account, call)
    return { accountId: id, accountName: name ?? username, handle: username }
  },
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const { long } = await takeLongToken(network, back, ShortToken, call)
  const account: Account = { accountId: '', accountName: null, handle: null, credentials: long.credentials }
  const profile = await readProfile(account, call)
  return [
    {
      accountId: profile.id,
      accountName: profile.name ?? profile.username,
      handle: profile.username,
      pictureUrl: profile.threads_profile_picture_url ?? null,
      kind: 'profile',
      ...long,
      scopes: await scopesOf(account, call),
      obstacle: null,
    },
  ]
}

/** Threads does not report granted scopes, so a harmless call per permission tests them. */
const probes = [
  { scope: publishScope, path: 'me/threads_publishing_limit', query: { fields: 'quota_usage' } },
  { scope: 'threads_manage_insights', path: 'me/threads_insights', query: { metric: 'likes' } },
]

/** @returns null if no scope was found missing; the others are not proven */
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
    await new Graph('threads', errorTable, account).get(path, query, z.unknown(), call)
    return false
  } catch (error) {
    // Other errors of this optional check must not fail the connection.
    return error instanceof ChannelError && error.category === 'connection' && !error.isAuthDead
  }
}

function readProfile(account: Account, call: CallOptions) {
  const fields = 'id,username,name,threads_profile_picture_url'
  return new Graph('threads', errorTable, account).get('me', { fields }, Profile, call)
}
