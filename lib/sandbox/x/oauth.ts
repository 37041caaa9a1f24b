import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type Call, emptyAnswer, jsonAnswer, Refusal } from '../exchange'
import { token } from '../ids'
import { apps } from '../oauth/apps'
import { type CodeProblem, Codes } from '../oauth/codes'
import { consentRoutes, peopleOf } from '../oauth/consent'
import { consentPage, errorPage } from '../oauth/page'
import type { Token } from '../oauth/tokens'
import type { Route } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import type { Kept, Shelf } from '../shelf'
import { unauthorized } from './errors'
import { isSignedCall, readSigned } from './signed'

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

/** OAuth 2.0 alone has scopes; the tokens of 1.0a carry none and may do what their app may. */
export const scopes = {
  identity: ['users.read'],
  publish: ['tweet.write'],
  upload: ['media.write'],
  initialize: ['media.write'],
  append: ['media.write'],
  finalize: ['media.write'],
  status: ['media.write'],
  alt_text: ['media.write'],
  list: ['tweet.read'],
  read: ['tweet.read'],
}

/** Half a minute, which a person who waits on a slow page can miss. */
const codeLifeMs = 30_000
const accessLifeMs = 7_200_000
/** Unconfirmed at the original. */
const refreshLifeMs = 180 * dayMs
const requestLifeMs = 900_000

/** x.com's two ways in: OAuth 2.0 with PKCE, and the three legs of OAuth 1.0a. */
export function xOAuth(sandbox: Sandbox): Route[] {
  const codes = new Codes(sandbox, 'x', codeLifeMs)
  const requests = sandbox.shelf<RequestToken>('x.request_token', dayMs)
  const open = (method: 'GET' | 'POST', path: string, name: string, handle: (call: Call) => Answer): Route => ({
    method,
    path,
    name,
    isOpen: true,
    handle: ({ call }) => handle(call),
  })
  return [
    ...consentRoutes(sandbox, {
      network: 'x',
      name: 'X',
      app: 'x_oauth2',
      path: '/i/oauth2/authorize',
      knownScopes,
      separator: ' ',
      people: () => peopleOf(sandbox, 'x'),
      alsoRequired: ['code_challenge', 'code_challenge_method'],
      refused: { error: 'access_denied' },
      badScope: null,
      agree: ({ account, ...agreed }) => codes.make({ ...agreed, account_id: account?.account_id ?? '', also: [] }),
    }),
    open('POST', '/2/oauth2/token', 'token', (call) => tokenOf(sandbox, codes, call)),
    open('POST', '/oauth/request_token', 'request_token', (call) => requestToken(sandbox, requests, call)),
    open('GET', '/oauth/authorize', 'consent', (call) => ask(sandbox, requests, call)),
    open('POST', '/oauth/authorize', 'consent', (call) => decide(sandbox, requests, call)),
    open('POST', '/oauth/access_token', 'token', (call) => accessToken(sandbox, requests, call)),
  ]
}

const TokenForm = z.union([
  z.strictObject({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
    client_id: z.string().optional(),
  }),
  z.strictObject({
    grant_type: z.literal('refresh_token'),
    refresh_token: z.string(),
    client_id: z.string().optional(),
  }),
])

const oauth2Error = (status: number, error: string, error_description: string): Refusal =>
  new Refusal(jsonAnswer(status, { error, error_description }))

const problems: Record<CodeProblem, string> = {
  unknown: 'Value passed for the authorization code was invalid.',
  used: 'Value passed for the authorization code was invalid.',
  expired: 'Value passed for the authorization code was invalid.',
  redirect: 'Value passed for the redirect uri did not match the uri of the authorization code.',
  client: 'Value passed for the client id was invalid.',
}

function tokenOf(sandbox: Sandbox, codes: Codes, call: Call): Answer {
  const { id, secret } = apps.x_oauth2
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  if (call.header('authorization') !== basic) {
    throw oauth2Error(401, 'unauthorized_client', 'Missing valid authorization header')
  }
  const form = TokenForm.safeParse(Object.fromEntries(call.form()))
  if (call.contentType !== 'application/x-www-form-urlencoded' || !form.success) {
    throw oauth2Error(400, 'invalid_request', 'Missing required parameter or wrong value.')
  }
  if (form.data.grant_type === 'refresh_token') return refresh(sandbox, form.data.refresh_token)
  const code = codes.redeem(form.data.code, { redirectUri: form.data.redirect_uri, clientId: id })
  if (typeof code === 'string') throw oauth2Error(400, 'invalid_request', problems[code])
  const challenge = createHash('sha256').update(form.data.code_verifier).digest('base64url')
  if (challenge !== code.challenge) {
    throw oauth2Error(400, 'invalid_request', 'Value passed for the code verifier did not match the code challenge.')
  }
  return issue(sandbox, code.account_id, code.scopes)
}

/** The old refresh token is spent with this; whoever loses the answer has to ask the person again. */
function refresh(sandbox: Sandbox, refreshToken: string): Answer {
  const old = sandbox.tokens.findByRefresh('x', refreshToken)
  const isOver = old?.refresh_expires_ms != null && old.refresh_expires_ms <= sandbox.nowMs()
  if (!old || isOver || old.state === 'revoked') {
    throw oauth2Error(400, 'invalid_request', 'Value passed for the token was invalid.')
  }
  sandbox.tokens.change(old, { refresh_token: null })
  return issue(sandbox, old.account_id, old.scopes ?? knownScopes)
}

function issue(sandbox: Sandbox, accountId: string, granted: string[]): Answer {
  const isOffline = granted.includes('offline.access')
  const nowMs = sandbox.nowMs()
  const made = sandbox.tokens.issue({
    id: token('', 68),
    network: 'x',
    account_id: accountId,
    kind: 'bearer',
    scopes: granted,
    expires_ms: nowMs + accessLifeMs,
    refresh_token: isOffline ? token('', 66) : null,
    refresh_expires_ms: isOffline ? nowMs + refreshLifeMs : null,
  })
  return jsonAnswer(200, {
    token_type: 'bearer',
    expires_in: accessLifeMs / 1_000,
    access_token: made.id,
    scope: granted.join(' '),
    ...(made.refresh_token && { refresh_token: made.refresh_token }),
  })
}

/** The first leg's token. `id` is the token, and with a verifier the person has agreed. */
type RequestToken = Kept & {
  secret: string
  callback: string
  verifier: string | null
  account_id: string | null
}

const formAnswer = (values: Record<string, string>): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: new URLSearchParams(values).toString(),
})

function requestToken(sandbox: Sandbox, requests: Shelf<RequestToken>, call: Call): Answer {
  const header = readSigned(call)
  const callback = header.oauth_callback ?? ''
  if (!isSignedCall(sandbox, call, header, { consumerSecret: apps.x.secret, tokenSecret: '' })) throw unauthorized()
  if (header.oauth_consumer_key !== apps.x.id || !URL.canParse(callback)) {
    throw new Refusal(
      jsonAnswer(403, { errors: [{ code: 415, message: 'Callback URL not approved for this client application.' }] }),
    )
  }
  const made = {
    id: token('', 20),
    created_ms: sandbox.nowMs(),
    secret: token('', 24),
    callback,
    verifier: null,
    account_id: null,
  }
  requests.put(made)
  return formAnswer({ oauth_token: made.id, oauth_token_secret: made.secret, oauth_callback_confirmed: 'true' })
}

function pending(sandbox: Sandbox, requests: Shelf<RequestToken>, call: Call): RequestToken | undefined {
  const found = requests.get(call.query.get('oauth_token') ?? '')
  return found?.verifier === null && found.created_ms > sandbox.nowMs() - requestLifeMs ? found : undefined
}

const goneRequest = (): Answer => errorPage('x', 'The request token for this page is invalid or was used already.')

function ask(sandbox: Sandbox, requests: Shelf<RequestToken>, call: Call): Answer {
  if (!pending(sandbox, requests, call)) return goneRequest()
  return consentPage({ network: 'x', name: 'X', people: peopleOf(sandbox, 'x'), shared: null, scopes: [] })
}

function decide(sandbox: Sandbox, requests: Shelf<RequestToken>, call: Call): Answer {
  const found = pending(sandbox, requests, call)
  if (!found) return goneRequest()
  const address = new URL(found.callback)
  const form = call.form()
  const account = sandbox.accounts.get('x', form.get('account') ?? '')
  if (form.get('decision') !== 'allow' || !account) {
    requests.drop(found.id)
    address.searchParams.set('denied', found.id)
    return emptyAnswer(302, { location: address.href })
  }
  const verifier = token('', 24)
  requests.put({ ...found, verifier, account_id: account.account_id })
  address.searchParams.set('oauth_token', found.id)
  address.searchParams.set('oauth_verifier', verifier)
  return emptyAnswer(302, { location: address.href })
}

function accessToken(sandbox: Sandbox, requests: Shelf<RequestToken>, call: Call): Answer {
  const header = readSigned(call)
  const found = requests.get(header.oauth_token ?? '')
  const secrets = { consumerSecret: apps.x.secret, tokenSecret: found?.secret ?? '' }
  const verifier = header.oauth_verifier ?? call.form().get('oauth_verifier')
  const account = sandbox.accounts.get('x', found?.account_id ?? '')
  const isSound =
    found?.verifier !== null &&
    found?.verifier === verifier &&
    header.oauth_consumer_key === apps.x.id &&
    isSignedCall(sandbox, call, header, secrets)
  if (!found || !account || !isSound) throw unauthorized()
  requests.drop(found.id)
  const made: Token = sandbox.tokens.issue({
    id: `${account.account_id}-${token('', 30)}`,
    network: 'x',
    account_id: account.account_id,
    kind: 'oauth1',
    scopes: null,
    expires_ms: null,
    secret: token('', 33),
  })
  return formAnswer({
    oauth_token: made.id,
    oauth_token_secret: made.secret ?? '',
    user_id: account.account_id,
    screen_name: account.handle,
  })
}
