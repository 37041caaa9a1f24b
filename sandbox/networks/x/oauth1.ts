import { parseUrl } from '@/lib/parse-url'
import { type Answer, type Call, jsonAnswer, openRoute, Refusal, type Route, redirect } from '../../http/call'
import { apps } from '../../oauth/apps'
import { consentPage, errorPage, peopleOf } from '../../oauth/consent'
import type { Collection, Item } from '../../state/event-log'
import { token } from '../../state/ids'
import { dayMs, type Sandbox } from '../../state/sandbox'
import { isSigned, parseHeader } from './authenticate'
import { unauthorized } from './rules'

const requestLifeMs = 900_000

/** OAuth 1.0a: request token, consent page, access token. */
export function signedLoginRoutes(sandbox: Sandbox): Route[] {
  const requests = sandbox.collection<RequestToken>('x.request_token', dayMs)
  return [
    openRoute('POST /oauth/request_token', 'request_token', ({ call }) => requestToken(sandbox, requests, call)),
    openRoute('GET /oauth/authorize', 'consent', ({ call }) => ask(sandbox, requests, call)),
    openRoute('POST /oauth/authorize', 'consent', ({ call }) => decide(sandbox, requests, call)),
    openRoute('POST /oauth/access_token', 'token', ({ call }) => accessToken(sandbox, requests, call)),
  ]
}

/** `id` is the token. It has a verifier once the user has agreed. */
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
