import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { appVariables, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn, Renewal } from '../connecting/connect'
import { basicAuth, bearerOf, callTokenEndpoint, codeOf, consentUrl, missingFrom, scopesIn } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { refreshTokenOf } from '../credentials'
import { channelSettings } from '../settings'
import { callPinterest } from './client'
import { errorTable } from './errors'

/** The token endpoint uses Pinterest's error format. Its 401 is about the app or the request. */
export const loginErrorTable = oauthErrors(errorTable, [
  {
    text: /refresh token|authorization code|redirect_uri/i,
    category: 'connection',
    isAuthDead: true,
    message: '{network} rejected the sign-in ({reason}). Connect the account again.',
  },
  {
    status: [401],
    category: 'other',
    message: '{network} rejects the configured app ({reason}). Your administrator has to check its id and secret.',
  },
])

export const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  refresh_token_expires_in: z.number().optional(),
  scope: z.string().optional(),
})
const UserAccount = z.object({
  id: z.string(),
  username: z.string(),
  business_name: z.string().nullish(),
  profile_image: z.string().nullish(),
})

/** https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization/ */
export const pinterestConnect: ChannelConnect = {
  id: 'pinterest',
  appVariables: appVariables('pinterest'),
  scopes: [
    { name: 'user_accounts:read', purpose: 'see which account it is connected to', isRequired: true },
    { name: 'boards:read', purpose: 'list the boards to pin to', isRequired: true },
    { name: 'boards:write', purpose: 'create boards', isRequired: false },
    { name: 'pins:read', purpose: 'check whether a pin was published, and read its metrics', isRequired: true },
    { name: 'pins:write', purpose: 'publish pins', isRequired: true },
  ],
  consent: {
    async start({ redirectUri, state }) {
      const url = consentUrl(`${channelSettings('pinterest').authUrl}/oauth/`, {
        clientId: requireApp('pinterest', 'pinterest').id,
        redirectUri,
        scope: pinterestConnect.scopes.map(({ name }) => name).join(','),
        state,
      })
      return { url, secret: null }
    },
    finish,
  },
  refresh: { with: 'refresh_token', notBeforeMs: 0, renew },
  async identify(account, call) {
    const { id, username, business_name } = await readUser(account, call)
    return { accountId: id, accountName: business_name || username, handle: username }
  },
}

/** Uses up the refresh token and returns a new one, valid for sixty days. */
async function renew(account: Account, call: CallOptions): Promise<Renewal> {
  const held = refreshTokenOf(account, 'Pinterest')
  const { id, secret } = requireApp('pinterest', 'pinterest')
  const { apiUrl, version } = channelSettings('pinterest')
  const token = await callTokenEndpoint(
    {
      channel: 'pinterest',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${apiUrl}/${version}/oauth/token`,
      form: { grant_type: 'refresh_token', refresh_token: held },
      headers: basicAuth(id, secret),
      secrets: [held, secret],
    },
    Token,
    call,
  )
  return bearerOf(token, held)
}

async function finish(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'Pinterest')
  const { id, secret } = requireApp('pinterest', 'pinterest')
  const { apiUrl, version } = channelSettings('pinterest')
  const token = await callTokenEndpoint(
    {
      channel: 'pinterest',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${apiUrl}/${version}/oauth/token`,
      // Apps created before September 2025 must request renewable refresh tokens.
      form: { grant_type: 'authorization_code', code, redirect_uri: back.redirectUri, continuous_refresh: 'true' },
      headers: basicAuth(id, secret),
      secrets: [code, secret],
    },
    Token,
    call,
  )
  const bearer = bearerOf(token)
  const { credentials } = bearer
  const scopes = scopesIn(token.scope)
  const lacksUser = missingFrom(scopes, ['user_accounts:read']).length > 0
  const user = lacksUser ? null : await readUser({ accountId: '', accountName: null, handle: null, credentials }, call)
  return [
    {
      accountId: user?.id ?? 'unknown',
      accountName: user ? user.business_name || user.username : null,
      handle: user?.username ?? null,
      pictureUrl: user?.profile_image ?? null,
      kind: 'profile',
      ...bearer,
      scopes,
      obstacle: null,
    },
  ]
}

const readUser = (account: Account, call: CallOptions) =>
  callPinterest(account, { method: 'GET', path: 'user_account' }, UserAccount, call)
