import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Call, Refusal } from '../../http/call'
import { apps } from '../../oauth/apps'
import type { Account } from '../../state/accounts'
import type { Sandbox } from '../../state/sandbox'
import type { FoundToken } from '../../state/tokens'
import { limits, problem, unauthorized } from './rules'

/** RFC 3986: OAuth also encodes five characters that `encodeURIComponent` leaves as they are. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

type Secrets = { consumerSecret: string; tokenSecret: string }

export type Signed = Secrets & {
  method: string
  /** Without query and fragment. */
  address: string
  /** Query, form fields and `oauth_` values without the signature. */
  parameters: [string, string][]
}

/** HMAC-SHA1 of the signature base string (RFC 5849, section 3.4.1), in base64. */
export function signatureOf({ method, address, parameters, consumerSecret, tokenSecret }: Signed): string {
  const encoded = parameters.map(([name, value]): [string, string] => [percentEncode(name), percentEncode(value)])
  encoded.sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
  const joined = encoded.map((pair) => pair.join('=')).join('&')
  const base = [method.toUpperCase(), address, joined].map(percentEncode).join('&')
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`
  return createHmac('sha1', key).update(base).digest('base64')
}

/** By code units, not by locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The values of `Authorization: OAuth …`, or undefined for another scheme or a malformed header. */
export function parseHeader(header: string | undefined): Record<string, string> | undefined {
  const list = /^OAuth\s+(.+)$/s.exec(header ?? '')?.[1]
  if (list === undefined) return undefined
  const values: Record<string, string> = {}
  for (const item of list.split(',')) {
    const pair = /^\s*([\w%.~-]+)="([^"]*)"\s*$/.exec(item)
    if (pair?.[1] === undefined || pair[2] === undefined) return undefined
    try {
      values[decodeURIComponent(pair[1])] = decodeURIComponent(pair[2])
    } catch {
      return undefined
    }
  }
  return values
}

/** Whether timestamp, method, version and signature are right. */
export function isSigned(sandbox: Sandbox, call: Call, header: Record<string, string>, secrets: Secrets): boolean {
  const sentMs = /^\d+$/.test(header.oauth_timestamp ?? '') ? Number(header.oauth_timestamp) * 1000 : Number.NaN
  const isWellFormed =
    header.oauth_signature_method === 'HMAC-SHA1' &&
    (header.oauth_version ?? '1.0') === '1.0' &&
    Math.abs(sandbox.nowMs() - sentMs) <= limits.timestampToleranceMs &&
    Boolean(header.oauth_nonce)
  if (!isWellFormed) return false
  const { method } = call
  const parameters = signedParameters(call, header)
  // Behind a proxy, the client signs the public URL instead of the one in the Host header.
  const addresses = new Set([call.address, `${sandbox.origin}/x${call.path}`])
  return [...addresses].some((address) =>
    isEqual(header.oauth_signature ?? '', signatureOf({ method, address, parameters, ...secrets })),
  )
}

/** Forms are signed, JSON and multipart bodies are not. */
function signedParameters(call: Call, header: Record<string, string>): [string, string][] {
  const fromHeader = Object.entries(header).filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  const isForm = call.contentType === 'application/x-www-form-urlencoded'
  return [...call.query, ...(isForm ? call.form() : []), ...fromHeader]
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** OAuth 2.0 or OAuth 1.0a. A nonce works once while its timestamp is valid. */
export function makeAuthenticate(sandbox: Sandbox): (call: Call) => Account {
  const nonces: Nonces = new Map()
  return (call) =>
    call.bearer === undefined ? bySignature(sandbox, nonces, call) : byBearer(sandbox, call, call.bearer)
}

function liveToken(sandbox: Sandbox, call: Call, accessToken: string): FoundToken & { account: Account } {
  const found = sandbox.tokens.lookUp('x', accessToken)
  const { account } = found ?? {}
  if (!found || !account || found.state !== 'live') throw unauthorized()
  call.scopes = found.token.scopes
  return { ...found, account }
}

function byBearer(sandbox: Sandbox, call: Call, bearer: string): Account {
  const { token, account } = liveToken(sandbox, call, bearer)
  if (token.kind === 'bearer') return account
  // An OAuth 1.0a token sent as a bearer.
  throw new Refusal(
    problem({
      status: 403,
      title: 'Unsupported Authentication',
      detail:
        'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].',
      type: 'unsupported-authentication',
    }),
  )
}

function bySignature(sandbox: Sandbox, nonces: Nonces, call: Call): Account {
  const header = parseHeader(call.header('authorization'))
  if (!header) throw unauthorized()
  const { account, token } = liveToken(sandbox, call, header.oauth_token ?? '')
  if (token.secret === null) throw unauthorized()
  const app = appOf(account, token.id)
  const secrets = { consumerSecret: app.secret, tokenSecret: token.secret }
  if (header.oauth_consumer_key !== app.id || !isSigned(sandbox, call, header, secrets)) throw unauthorized()
  // Last, so that only a client with the secrets can use up a nonce.
  const nonce = `${header.oauth_token} ${header.oauth_timestamp} ${header.oauth_nonce}`
  if (!spendNonce(nonces, nonce, sandbox.nowMs())) throw unauthorized()
  return account
}

/** Credentials from the control API have their own app; all others use the sandbox's app. */
function appOf({ credentials }: Account, accessToken: string): { id: string; secret: string } {
  const isOwn = credentials.kind === 'oauth1' && credentials.access_token === accessToken
  return isOwn ? { id: credentials.api_key, secret: credentials.api_secret } : apps.x
}

/** Times of the used nonces, oldest first. */
type Nonces = Map<string, number>

/** False for a used nonce. Nonces are forgotten once their timestamps are no longer valid. */
function spendNonce(nonces: Nonces, nonce: string, nowMs: number): boolean {
  for (const [used, usedMs] of nonces) {
    if (nowMs - usedMs <= 2 * limits.timestampToleranceMs) break
    nonces.delete(used)
  }
  if (nonces.has(nonce)) return false
  nonces.set(nonce, nowMs)
  return true
}
