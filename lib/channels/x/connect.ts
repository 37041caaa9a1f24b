import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Account, CallOptions, Credentials } from '../channel'
import { appVariables, findApp, requireApp } from '../connecting/apps'
import type { AccountChoice, ChannelConnect, ConsentReturn, ConsentStart, Renewal } from '../connecting/connect'
import { basicAuth, bearerOf, callTokenEndpoint, codeOf, consentError, consentUrl, scopesIn } from '../connecting/oauth'
import { oauthErrors } from '../connecting/oauth-errors'
import { refreshTokenOf } from '../credentials'
import { channelSettings } from '../settings'
import { callX } from './client'
import { errorTable } from './errors'
import { oauth1Header, oauth1Moment } from './oauth1'

const loginErrorTable = oauthErrors(errorTable)

const Token = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  scope: z.string().optional(),
})
const Me = z.object({
  data: z.object({
    id: z.string(),
    name: z.string(),
    username: z.string(),
    profile_image_url: z.string().optional(),
  }),
})

/** Whether OAuth 2 is configured instead of OAuth 1.0a. */
const isOAuth2 = (): boolean => findApp('x_oauth2') !== null

/** https://docs.x.com/resources/fundamentals/authentication */
export const xConnect: ChannelConnect = {
  id: 'x',
  get appVariables() {
    return appVariables(isOAuth2() ? 'x_oauth2' : 'x')
  },
  /** OAuth 1.0a has no scopes: tokens have the app's permissions. */
  scopes: [
    { name: 'users.read', purpose: 'see which account it is connected to', isRequired: true },
    { name: 'tweet.read', purpose: 'check whether a post was published', isRequired: true },
    { name: 'tweet.write', purpose: 'publish posts', isRequired: true },
    { name: 'media.write', purpose: 'publish images and videos', isRequired: true },
    { name: 'offline.access', purpose: 'stay connected for longer than two hours', isRequired: true },
  ],
  consent: {
    start: (request, call) => (isOAuth2() ? startOAuth2(request) : startOAuth1(request, call)),
    finish: (back, call) =>
      Verifier.safeParse(back.secret).success ? finishOAuth2(back, call) : finishOAuth1(back, call),
  },
  refresh: { with: 'refresh_token', notBeforeMs: 0, renew },
  async identify(account, call) {
    const { id, name, username } = await readMe(account, call)
    return { accountId: id, accountName: name, handle: username }
  },
}

type Request = { redirectUri: string; state: string; isAgain?: boolean }

const Verifier = z.object({ verifier: z.string() })

async function startOAuth2({ redirectUri, state }: Request): Promise<ConsentStart> {
  const verifier = randomBytes(48).toString('base64url')
  const url = consentUrl(`${channelSettings('x').authUrl}/i/oauth2/authorize`, {
    clientId: requireApp('x_oauth2', 'x').id,
    redirectUri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: xConnect.scopes.map(({ name }) => name).join(' '),
  })
  return { url, secret: { verifier } }
}

async function finishOAuth2(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'X')
  const { verifier } = Verifier.parse(back.secret)
  const { id, secret } = requireApp('x_oauth2', 'x')
  const token = await callTokenEndpoint(
    {
      channel: 'x',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${channelSettings('x').apiUrl}/2/oauth2/token`,
      form: { grant_type: 'authorization_code', code, redirect_uri: back.redirectUri, code_verifier: verifier },
      headers: basicAuth(id, secret),
      secrets: [code, secret],
    },
    Token,
    call,
  )
  const { credentials, expiresAt } = bearerOf(token)
  return [await choiceOf(credentials, expiresAt, scopesIn(token.scope), call)]
}

/** Uses up the refresh token and returns a new one. X does not document its lifetime. */
async function renew(account: Account, call: CallOptions): Promise<Renewal> {
  const held = refreshTokenOf(account, 'X')
  const { id, secret } = requireApp('x_oauth2', 'x')
  const token = await callTokenEndpoint(
    {
      channel: 'x',
      errorTable: loginErrorTable,
      method: 'POST',
      url: `${channelSettings('x').apiUrl}/2/oauth2/token`,
      form: { grant_type: 'refresh_token', refresh_token: held },
      headers: basicAuth(id, secret),
      secrets: [held, secret],
    },
    Token,
    call,
  )
  return bearerOf(token, held)
}

const RequestToken = z.object({ oauth_token: z.string(), oauth_token_secret: z.string() })
const AccessToken = z.object({ oauth_token: z.string(), oauth_token_secret: z.string(), user_id: z.string() })

/** The first leg. X returns no state, so it is part of the callback URL. */
async function startOAuth1({ redirectUri, state, isAgain }: Request, call: CallOptions): Promise<ConsentStart> {
  const callback = new URL(redirectUri)
  callback.searchParams.set('state', state)
  const legs: [string, string][] = [['oauth_callback', callback.href]]
  const token = await callLeg('request_token', { token: '', secret: '' }, legs, RequestToken, call)
  const url = new URL(`${channelSettings('x').apiUrl}/oauth/authorize`)
  url.searchParams.set('oauth_token', token.oauth_token)
  if (isAgain) url.searchParams.set('force_login', 'true')
  return { url: url.href, secret: token }
}

async function finishOAuth1(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const { query } = back
  const requestToken = RequestToken.parse(back.secret)
  if (query.get('denied') !== null) throw consentError('X', 'access_denied', null)
  const verifier = query.get('oauth_verifier')
  // A response of another consent with this state would connect the wrong account.
  if (!verifier || query.get('oauth_token') !== requestToken.oauth_token)
    throw consentError('X', 'oauth_token_mismatch', null)
  const keys = { token: requestToken.oauth_token, secret: requestToken.oauth_token_secret }
  const token = await callLeg('access_token', keys, [['oauth_verifier', verifier]], AccessToken, call)
  const { id: apiKey, secret: apiSecret } = requireApp('x', 'x')
  const credentials = {
    kind: 'oauth1',
    apiKey,
    apiSecret,
    accessToken: token.oauth_token,
    accessTokenSecret: token.oauth_token_secret,
  } as const
  return [await choiceOf(credentials, null, null, call)]
}

function callLeg<T>(
  path: 'request_token' | 'access_token',
  keys: { token: string; secret: string },
  legs: [string, string][],
  schema: z.ZodType<T>,
  call: CallOptions,
): Promise<T> {
  const { id: apiKey, secret: apiSecret } = requireApp('x', 'x')
  const url = `${channelSettings('x').apiUrl}/oauth/${path}`
  const signed = { apiKey, apiSecret, accessToken: keys.token, accessTokenSecret: keys.secret }
  return callTokenEndpoint(
    {
      channel: 'x',
      errorTable: loginErrorTable,
      method: 'POST',
      url,
      sign: (now) => ({ authorization: oauth1Header('POST', new URL(url), signed, oauth1Moment(now), [], legs) }),
      readsForm: true,
      secrets: [keys.secret || apiSecret, apiSecret],
    },
    schema,
    call,
  )
}

async function choiceOf(
  credentials: Credentials,
  expiresAt: Date | null,
  scopes: string[] | null,
  call: CallOptions,
): Promise<AccountChoice> {
  const me = await readMe({ accountId: '', accountName: null, handle: null, credentials }, call)
  return {
    accountId: me.id,
    accountName: me.name,
    handle: me.username,
    pictureUrl: me.profile_image_url ?? null,
    kind: 'profile',
    credentials,
    expiresAt,
    refreshExpiresAt: null,
    scopes,
    obstacle: null,
  }
}

async function readMe(account: Account, call: CallOptions) {
  const query = { 'user.fields': 'username,name,profile_image_url' }
  return (await callX(account, { method: 'GET', path: 'users/me', query }, Me, call)).data
}
