import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { appVariables, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn } from '../connecting/connect'
import { consentUrl, missingFrom, scopesIn } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { Graph } from '../meta/graph'
import { type LongTokenNetwork, renewLongToken, takeLongToken } from '../meta/long-token'
import { channelSettings } from '../settings'
import { errorTable } from './errors'

const network: LongTokenNetwork = { channel: 'instagram', prefix: 'ig', errorTable: oauthErrors(errorTable) }
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
    { name: 'instagram_business_manage_comments', purpose: 'read and answer comments', isRequired: false },
    {
      name: 'instagram_business_manage_messages',
      purpose: 'read and answer direct messages in the inbox',
      isRequired: false,
    },
  ],
  consent: {
    async start({ redirectUri, state, isAgain }) {
      const url = consentUrl(`${channelSettings('instagram').authUrl}/oauth/authorize`, {
        clientId: requireApp('instagram', 'instagram').id,
        redirectUri,
        scope: instagramConnect.scopes.map(({ name }) => name).join(','),
        state,
        ...(isAgain && { force_reauth: 'true' }),
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
    const { user_id, username, name } = await readProfile(account, call)
    return { accountId: user_id, accountName: name ?? username, handle: username }
  },
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const { short, long } = await takeLongToken(network, back, ShortToken, call)
  const { credentials } = long
  const scopes = scopesIn(short.permissions)
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
      ...long,
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
