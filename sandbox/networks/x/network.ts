import { parseUrl } from '@/lib/parse-url'
import { type Answer, type Call, jsonAnswer, openRoute, Refusal, type Route, redirect, route } from '../../http/call'
import { apps } from '../../oauth/apps'
import { Codes, randomToken, tokenRoute } from '../../oauth/codes'
import { consentPage, consentRoutes, errorPage, peopleOf } from '../../oauth/consent'
import type { Account } from '../../state/accounts'
import type { WindowState } from '../../state/calls'
import type { Collection, Item } from '../../state/event-log'
import { token } from '../../state/ids'
import { dayMs, type Sandbox } from '../../state/sandbox'
import type { Network } from '../network'
import { isSigned, makeAuthenticate, parseHeader } from './authenticate'
import { createPost, deletePost, listPosts, lookUpPosts, nameOfLookup, readMe, readPost } from './posts'
import { limits, notFound, presets, rateLimited, ratesPerWindow, unauthorized, windowMs } from './rules'
import { Uploads } from './uploads'

const knownScopes = [
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.read',
  'media.write',
  'offline.access',
  'dm.read',
  'dm.write',
]

const codeLifeMs = 30_000
const accessLifeMs = 7_200_000
/** Undocumented. */
const refreshLifeMs = 180 * dayMs
const requestLifeMs = 900_000

const refused = (status: number, error: string, error_description: string): Refusal =>
  new Refusal(jsonAnswer(status, { error, error_description }))

const wrongCode = 'Value passed for the authorization code was invalid.'
const codeProblems = {
  unknown: wrongCode,
  used: wrongCode,
  expired: wrongCode,
  redirect: 'Value passed for the redirect uri did not match the uri of the authorization code.',
  client: 'Value passed for the client id was invalid.',
  verifier: 'Value passed for the code verifier did not match the code challenge.',
}

/** OAuth 2.0 with PKCE, and OAuth 1.0a. */
export function xOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'x', codeLifeMs)
  const requests = sandbox.collection<RequestToken>('x.request_token', dayMs)
  return [
    ...consentRoutes(sandbox, codes, {
      network: 'x',
      name: 'X',
      app: 'x_oauth2',
      path: '/i/oauth2/authorize',
      knownScopes,
      separator: ' ',
      people: () => peopleOf(sandbox, 'x'),
      requires: ['code_challenge', 'code_challenge_method'],
      refused: { error: 'access_denied' },
    }),
    tokenRoute(sandbox, codes, {
      network: 'x',
      app: 'x_oauth2',
      path: '/2/oauth2/token',
      client: 'basic',
      usesPkce: true,
      optional: { authorization_code: ['client_id'], refresh_token: ['client_id'] },
      knownScopes,
      accessLifeMs,
      refreshLifeMs,
      newAccessToken: randomToken('', 68),
      newRefreshToken: randomToken('', 66),
      givesRefreshToken: (scopes) => scopes.includes('offline.access'),
      refuse: {
        client: () => refused(401, 'unauthorized_client', 'Missing valid authorization header'),
        form: () => refused(400, 'invalid_request', 'Missing required parameter or wrong value.'),
        code: (problem) => refused(400, 'invalid_request', codeProblems[problem]),
        refresh: () => refused(400, 'invalid_request', 'Value passed for the token was invalid.'),
      },
      answer: ({ id, scopes, refresh_token }) => ({
        token_type: 'bearer',
        expires_in: accessLifeMs / 1_000,
        access_token: id,
        scope: scopes?.join(' '),
        ...(refresh_token && { refresh_token }),
      }),
    }),
    openRoute('POST /oauth/request_token', 'request_token', ({ call }) => requestToken(sandbox, requests, call)),
    openRoute('GET /oauth/authorize', 'consent', ({ call }) => ask(sandbox, requests, call)),
    openRoute('POST /oauth/authorize', 'consent', ({ call }) => decide(sandbox, requests, call)),
    openRoute('POST /oauth/access_token', 'token', ({ call }) => accessToken(sandbox, requests, call)),
  ]
}

/** OAuth 1.0a request token. `id` is the token; it has a verifier once the user has agreed. */
type RequestToken = Item & { secret: string; callback: string; verifier: string | null; account_id: string | null }
type Requests = Collection<RequestToken>

const formAnswer = (values: Record<string, string>): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: new URLSearchParams(values).toString(),
})

function signedHeader(sandbox: Sandbox, call: Call, tokenSecret: string): Record<string, string> {
  const header = parseHeader(call.header('authorization'))
  if (!header || !isSigned(sandbox, call, header, { consumerSecret: apps.x.secret, tokenSecret })) throw unauthorized()
  return header
}

function requestToken(sandbox: Sandbox, requests: Requests, call: Call): Answer {
  const { oauth_callback: callback = '', oauth_consumer_key } = signedHeader(sandbox, call, '')
  if (oauth_consumer_key !== apps.x.id || !parseUrl(callback)) {
    const message = 'Callback URL not approved for this client application.'
    throw new Refusal(jsonAnswer(403, { errors: [{ code: 415, message }] }))
  }
  const [id, secret] = [token('', 20), token('', 24)]
  requests.put({ id, created_ms: sandbox.nowMs(), secret, callback, verifier: null, account_id: null })
  return formAnswer({ oauth_token: id, oauth_token_secret: secret, oauth_callback_confirmed: 'true' })
}

function pendingRequest(sandbox: Sandbox, requests: Requests, call: Call): RequestToken | undefined {
  const found = requests.get(call.query.get('oauth_token') ?? '')
  return found?.verifier === null && found.created_ms > sandbox.nowMs() - requestLifeMs ? found : undefined
}

const goneRequest = (): Answer => errorPage('x', 'The request token for this page is invalid or was used already.')

const ask = (sandbox: Sandbox, requests: Requests, call: Call): Answer =>
  pendingRequest(sandbox, requests, call)
    ? consentPage({ network: 'x', name: 'X', people: peopleOf(sandbox, 'x'), shared: null, scopes: [] })
    : goneRequest()

function decide(sandbox: Sandbox, requests: Requests, call: Call): Answer {
  const found = pendingRequest(sandbox, requests, call)
  if (!found) return goneRequest()
  const url = new URL(found.callback)
  const form = call.form()
  const account = sandbox.accounts.get('x', form.get('account') ?? '')
  if (form.get('decision') !== 'allow' || !account) {
    requests.drop(found.id)
    url.searchParams.set('denied', found.id)
    return redirect(url.href)
  }
  const verifier = token('', 24)
  requests.put({ ...found, verifier, account_id: account.account_id })
  url.searchParams.set('oauth_token', found.id)
  url.searchParams.set('oauth_verifier', verifier)
  return redirect(url.href)
}

function accessToken(sandbox: Sandbox, requests: Requests, call: Call): Answer {
  const found = requests.get(parseHeader(call.header('authorization'))?.oauth_token ?? '')
  const header = signedHeader(sandbox, call, found?.secret ?? '')
  const verifier = header.oauth_verifier ?? call.form().get('oauth_verifier')
  const account = sandbox.accounts.get('x', found?.account_id ?? '')
  const isVerified = found?.verifier !== null && found?.verifier === verifier
  if (!found || !account || !isVerified || header.oauth_consumer_key !== apps.x.id) throw unauthorized()
  requests.drop(found.id)
  const { id, secret } = sandbox.tokens.issue({
    id: `${account.account_id}-${token('', 30)}`,
    network: 'x',
    account_id: account.account_id,
    kind: 'oauth1',
    scopes: null,
    expires_ms: null,
    secret: token('', 33),
  })
  return formAnswer({
    oauth_token: id,
    oauth_token_secret: secret ?? '',
    user_id: account.account_id,
    screen_name: account.handle,
  })
}

/** For OAuth 2.0. OAuth 1.0a tokens have no scopes. */
const scopes = {
  'users.read': ['identity'],
  'tweet.read': ['list', 'read'],
  'tweet.write': ['publish'],
  'media.write': ['upload', 'initialize', 'append', 'finalize', 'status', 'alt_text'],
}

/** X's API v2, as at api.x.com. */
export function makeX(sandbox: Sandbox): Network {
  const uploads = new Uploads(sandbox)
  const windows = new WeakMap<Call, WindowState>()
  const days = new WeakMap<Call, WindowState>()
  const admit = (call: Call, operation: string, account: Account) => {
    const key = `x ${account.account_id} ${operation}`
    const window = sandbox.windows.count(key, ratesPerWindow[operation] ?? 900, windowMs, sandbox.nowMs())
    windows.set(call, window)
    if (operation === 'publish') days.set(call, countDay(sandbox))
    const isExceeded = window.isExceeded || days.get(call)?.isExceeded
    if (isExceeded && sandbox.settings.for('x').enforce_quotas) throw new Refusal(rateLimited())
  }
  return {
    id: 'x',
    scopes,
    routes: [
      ...xOAuth(sandbox),
      route('POST /2/tweets', 'publish', (visit) => createPost(sandbox, uploads, visit)),
      route('GET /2/tweets', nameOfLookup, (visit) => lookUpPosts(sandbox, visit)),
      route('GET /2/tweets/:id', 'read', (visit) => readPost(sandbox, visit)),
      route('DELETE /2/tweets/:id', 'delete', (visit) => deletePost(sandbox, visit)),
      route('GET /2/users/me', 'identity', (visit) => readMe(sandbox, visit)),
      route('GET /2/users/:id/tweets', 'list', (visit) => listPosts(sandbox, visit)),
      route('POST /2/media/upload', 'upload', (visit) => uploads.upload(visit)),
      route('GET /2/media/upload', 'status', (visit) => uploads.status(visit)),
      route('POST /2/media/upload/initialize', 'initialize', (visit) => uploads.initialize(visit)),
      route('POST /2/media/upload/:id/append', 'append', (visit) => uploads.append(visit)),
      route('POST /2/media/upload/:id/finalize', 'finalize', (visit) => uploads.finalize(visit)),
      route('POST /2/media/metadata', 'alt_text', (visit) => uploads.describe(visit)),
    ],
    authenticate: makeAuthenticate(sandbox),
    admit,
    headers: (call) => {
      // Calls without a user have the headers too.
      const unused = { limit: 100, remaining: 100, resetMs: sandbox.nowMs() + windowMs, isExceeded: false }
      return { ...rateHeaders(windows.get(call) ?? unused), ...dayHeaders(sandbox, days.get(call)) }
    },
    notFound,
    presets,
    rateLimited: ({ retryAfterSeconds, withHeaders }) => {
      const resetMs = sandbox.nowMs() + (retryAfterSeconds ?? 900) * 1000
      return rateLimited(withHeaders ? rateHeaders({ limit: 100, remaining: 0, resetMs, isExceeded: true }) : {})
    },
    clear: () => uploads.clear(),
  }
}

/** Counts an app's posts in 24 hours. All callers count as one app. */
function countDay(sandbox: Sandbox): WindowState {
  const limit = sandbox.settings.for('x').posts_per_day ?? limits.postsPerDay
  return sandbox.windows.count('x app day', limit, dayMs, sandbox.nowMs())
}

function dayHeaders(sandbox: Sandbox, day: WindowState | undefined): Record<string, string> {
  if (!day || !sandbox.settings.for('x').daily_headers) return {}
  return windowHeaders('x-app-limit-24hour', day)
}

const rateHeaders = (window: WindowState) => windowHeaders('x-rate-limit', window)

const windowHeaders = (name: string, { limit, remaining, resetMs }: WindowState): Record<string, string> => ({
  [`${name}-limit`]: String(limit),
  [`${name}-remaining`]: String(remaining),
  // Rounded up, so that a client that waits until then is not too early.
  [`${name}-reset`]: String(Math.ceil(resetMs / 1000)),
})
