import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { systemClock } from '../../clock'
import type { Account, CallOptions } from '../channel'
import { appVariables, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn, Renewal } from '../connecting/connect'
import { afterSeconds, callTokenEndpoint, codeOf, missingFrom, scopesIn } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { bearerToken } from '../credentials'
import { Graph } from '../meta/graph'
import { channelSettings } from '../settings'
import { errorTable } from './errors'

const loginErrorTable = oauthErrors(errorTable)
const publishScope = 'instagram_business_content_publish'

/**
 * The response has two formats, one documented and one observed. The user id is not read: as a number it has lost
 * digits.
 */
const ShortToken = z.union([
  z
    .object({ data: z.array(z.object({ access_token: z.string(), permissions: z.string() })).min(1) })
    .transform(({ data }) => data[0] as { access_token: string; permissions: string }),
  z.object({ access_token: z.string(), permissions: z.union([z.array(z.string()), z.string()]).optional() }),
])
const LongToken = z.object({ access_token: z.string(), expires_in: z.number() })
const Profile = z.object({
  user_id: z.string(),
  username: z.string(),
  name: z.string().optional(),
  account_type: z.string().optional(),
  profile_picture_url: z.string().optional(),
})

/** Instagram API with Instagram Login: https://developers.facebook.com/docs/instagram-platform */
export const instagramConnect: ChannelConnect = {
  id: 'instagram',
  appVariables: appVariables('instagram'),
  scopes: [
    { name: 'instagram_business_basic', purpose: 'see which account it is connected to', isRequired: true },
    { name: publishScope, purpose: 'publish posts', isRequired: true },
    { name: 'instagram_business_manage_insights', purpose: 'read metrics of posts', isRequired: false },
    { name: 'instagram_business_manage_comments', purpose: 'reply to comments', isRequired: false },
  ],
  consent: {
    async start({ redirectUri, state, isAgain }) {
      const url = new URL(`${channelSettings('instagram').authUrl}/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: requireApp('instagram', 'instagram').id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: instagramConnect.scopes.map(({ name }) => name).join(','),
        state,
        ...(isAgain && { force_reauth: 'true' }),
      }).toString()
      return { url: url.href, secret: null }
    },
    finish,
  },
  refresh: { with: 'access_token', notBeforeMs: 24 * 60 * 60 * 1_000, renew },
  async identify(account, call) {
    const { user_id, username, name } = await readProfile(account, call)
    return { accountId: user_id, accountName: name ?? username, handle: username }
  },
}

/** Returns a new token valid for sixty days. The old one stays valid until it expires. */
async function renew(account: Account, call: CallOptions): Promise<Renewal> {
  const accessToken = bearerToken(account, 'Instagram')
  const long = await callTokenEndpoint(
    {
      channel: 'instagram',
      errorTable: loginErrorTable,
      method: 'GET',
      url: `${channelSettings('instagram').apiUrl}/refresh_access_token`,
      query: { grant_type: 'ig_refresh_token', access_token: accessToken },
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
  const code = codeOf(back, 'Instagram')
  const { id, secret } = requireApp('instagram', 'instagram')
  const short = await callTokenEndpoint(
    {
      channel: 'instagram',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${channelSettings('instagram').tokenUrl}/oauth/access_token`,
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
  const scopes = scopesIn(short.permissions)
  const long = await callTokenEndpoint(
    {
      channel: 'instagram',
      errorTable: loginErrorTable,
      method: 'GET',
      url: `${channelSettings('instagram').apiUrl}/access_token`,
      query: { grant_type: 'ig_exchange_token', client_secret: secret, access_token: short.access_token },
      secrets: [short.access_token, secret],
    },
    LongToken,
    call,
  )
  const credentials = { kind: 'bearer', accessToken: long.access_token, refreshToken: null } as const
  // Without the basic permission nothing can be read, not even the account, so the missing permission is reported.
  if (missingFrom(scopes, ['instagram_business_basic']).length > 0) return [unnamed(credentials, scopes)]
  const profile = await readProfile({ accountId: '', accountName: null, handle: null, credentials }, call)
  return [
    {
      accountId: profile.user_id,
      accountName: profile.name ?? profile.username,
      handle: profile.username,
      pictureUrl: profile.profile_picture_url ?? null,
      kind: 'profile',
      credentials,
      expiresAt: afterSeconds(systemClock(), long.expires_in),
      refreshExpiresAt: null,
      scopes,
      obstacle: profile.account_type === 'PERSONAL' ? personal : null,
    },
  ]
}

const personal =
  'This is a personal account. Instagram only allows apps to post to professional accounts. Switch it in the Instagram app under Settings, Account type and tools, then connect again.'

const unnamed = (credentials: AccountChoice['credentials'], scopes: string[] | null): AccountChoice => ({
  // Never stored, because an account without a required permission cannot be chosen.
  accountId: `unknown-${randomBytes(4).toString('hex')}`,
  accountName: null,
  handle: null,
  pictureUrl: null,
  kind: 'profile',
  credentials,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes,
  obstacle: null,
})

function readProfile(account: Account, call: CallOptions) {
  const fields = 'user_id,username,name,profile_picture_url,account_type'
  return new Graph('instagram', errorTable, account).get('me', { fields }, Profile, call)
}
