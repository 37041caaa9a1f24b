import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { systemClock } from '../../clock'
import { appVariables, findApp, requireApp } from '../apps'
import type { Account, CallOptions, Credentials } from '../channel'
import type { AccountChoice, ChannelConnect, ConsentReturn, ConsentStart, Renewal } from '../connect'
import { refreshTokenOf } from '../credentials'
import { afterSeconds, basicAuth, callTokenEndpoint, codeOf, consentFault, scopesIn } from '../oauth'
import { oauthFaults } from '../oauth-faults'
import { channelSettings } from '../settings'
import { callX } from './client'
import { faults } from './errors'
import { oauth1Header, oauth1Moment } from './oauth1'

const loginFaults = oauthFaults(faults)

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

/** Which of the two ways in this installation takes. */
const isOAuth2 = (): boolean => findApp('x_oauth2') !== null

/** https://docs.x.com/resources/fundamentals/authentication */
export const xConnect: ChannelConnect = {
  id: 'x',
  get appVariables() {
    return appVariables(isOAuth2() ? 'x_oauth2' : 'x')
  },
  /** OAuth 1.0a knows none: its tokens may do what the app may. */
  scopes: [
    { name: 'users.read', purpose: 'see which account it is connected to', isRequired: true },
    { name: 'tweet.read', purpose: 'find out whether a post went out', isRequired: true },
    { name: 'tweet.write', purpose: 'publish posts', isRequired: true },
    { name: 'media.write', purpose: 'publish pictures and films', isRequired: true },
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
  const url = new URL(`${channelSettings('x').authUrl}/i/oauth2/authorize`)
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: requireApp('x_oauth2', 'x').id,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: xConnect.scopes.map(({ name }) => name).join(' '),
  }).toString()
  // RFC 6749 lets a plus stand for a space, which X's page does not read.
  return { url: url.href.replaceAll('+', '%20'), secret: { verifier } }
}

async function finishOAuth2(back: ConsentReturn, call: CallOptions): Promise<AccountChoice[]> {
  const code = codeOf(back, 'X')
  const { verifier } = Verifier.parse(back.secret)
  const { id, secret } = requireApp('x_oauth2', 'x')
  const token = await callTokenEndpoint(
    {
      channel: 'x',
      faults: loginFaults,
      method: 'POST',
      url: `${channelSettings('x').apiUrl}/2/oauth2/token`,
      form: { grant_type: 'authorization_code', code, redirect_uri: back.redirectUri, code_verifier: verifier },
      headers: basicAuth(id, secret),
      secrets: [code, secret],
    },
    Token,
    call,
  )
  const { access_token: accessToken, refresh_token: refreshToken = null } = token
  const expiresAt = afterSeconds(systemClock(), token.expires_in)
  return [await choiceOf({ kind: 'bearer', accessToken, refreshToken }, expiresAt, scopesIn(token.scope), call)]
}

/** Spends the refresh token and gives another. How long that one lives X does not say. */
async function renew(account: Account, call: CallOptions): Promise<Renewal> {
  const held = refreshTokenOf(account, 'X')
  const { id, secret } = requireApp('x_oauth2', 'x')
  const token = await callTokenEndpoint(
    {
      channel: 'x',
      faults: loginFaults,
      method: 'POST',
      url: `${channelSettings('x').apiUrl}/2/oauth2/token`,
      form: { grant_type: 'refresh_token', refresh_token: held },
      headers: basicAuth(id, secret),
      secrets: [held, secret],
    },
    Token,
    call,
  )
  const now = systemClock()
  return {
    credentials: { kind: 'bearer', accessToken: token.access_token, refreshToken: token.refresh_token ?? held },
    expiresAt: afterSeconds(now, token.expires_in),
    refreshExpiresAt: null,
  }
}

const RequestToken = z.object({ oauth_token: z.string(), oauth_token_secret: z.string() })
const AccessToken = z.object({ oauth_token: z.string(), oauth_token_secret: z.string(), user_id: z.string() })

/** The first leg. X hands no state back, so it travels in the address that X is to return to. */
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
  const kept = RequestToken.parse(back.secret)
  if (query.get('denied') !== null) throw consentFault('X', 'access_denied', null)
  const verifier = query.get('oauth_verifier')
  // Another consent's answer under this one's state would connect what nobody asked for here.
  if (!verifier || query.get('oauth_token') !== kept.oauth_token) throw consentFault('X', 'oauth_token_mismatch', null)
  const keys = { token: kept.oauth_token, secret: kept.oauth_token_secret }
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
      faults: loginFaults,
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
