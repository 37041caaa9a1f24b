import { readBytes, typeOf } from '@/lib/api/parse'
import { admitSubject } from '@/lib/api/rate-limit'
import { requestIdOf } from '@/lib/api/request-id'
import { callerAddress } from '@/lib/auth/caller-address'
import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, database } from '@/lib/db/pool'
import { AppError, invalid } from '@/lib/errors'
import { log } from '@/lib/logger'
import { OAuthError } from '../protocol/oauth-error'

/**
 * The edge of the endpoints that OAuth clients call. Their errors have the format of RFC 6749, and any origin may call
 * them: browsers send no cookies along, and everything secret is in the request itself.
 */
export type OAuthRequest = { request: Request; db: Database; now: Date; address: string }
type Answer = { status?: number; body: object | null }

/** Max bytes of a form or a registration. */
const bodyBytesMax = 65_536

const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'WWW-Authenticate, Retry-After',
}
const preflightHeaders = {
  ...corsHeaders,
  'access-control-allow-headers': 'authorization, content-type, mcp-protocol-version',
  'access-control-max-age': '86400',
}

type Handler = (request: Request) => Promise<Response>
type Handlers = Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>

/** Handlers of a path with one method. */
function onlyMethod(method: 'GET' | 'POST', handle: Handler): Handlers {
  const allow = `${method === 'GET' ? 'GET, HEAD' : method}, OPTIONS`
  const refuse: Handler = async (request) =>
    Response.json(
      { error: 'invalid_request', error_description: `Method ${request.method} not allowed. Allowed: ${allow}.` },
      { status: 405, headers: { ...corsHeaders, allow } },
    )
  const preflight: Handler = async () =>
    new Response(null, { status: 204, headers: { ...preflightHeaders, allow, 'access-control-allow-methods': allow } })
  return { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, OPTIONS: preflight, [method]: handle }
}

/** A document without secrets. Browsers and proxies may keep it for an hour. */
export const publicDocument = (document: () => object): Handlers =>
  onlyMethod('GET', async () =>
    Response.json(document(), { headers: { ...corsHeaders, 'cache-control': 'public, max-age=3600' } }),
  )

/** An endpoint for OAuth clients. Requests are counted by address. */
export const oauthEndpoint = (service: (exchange: OAuthRequest) => Promise<Answer>): Handlers =>
  onlyMethod('POST', (request) => answer(request, service))

async function answer(request: Request, service: (exchange: OAuthRequest) => Promise<Answer>): Promise<Response> {
  const startedMs = monotonicMs()
  const requestId = requestIdOf(request.headers.get('x-request-id'))
  const address = callerAddress(request.headers.get('x-forwarded-for'))
  let failure: Failure | null = null
  let made: Answer
  try {
    const db = database()
    await count(db, address)
    made = await service({ request, db, now: systemClock(), address })
  } catch (error) {
    failure = failureOf(error, request)
    made = { status: failure.status, body: { error: failure.code, error_description: failure.message } }
  }
  const { status = 200, body } = made
  log[status >= 500 ? 'error' : 'info']('request', {
    request_id: requestId,
    method: request.method,
    path: new URL(request.url).pathname,
    status,
    duration_ms: Math.round((monotonicMs() - startedMs) * 10) / 10,
    ...(failure ? { code: failure.code, cause: failure.cause } : {}),
  })
  const headers = new Headers({
    ...corsHeaders,
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...failure?.headers,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  })
  return new Response(body && JSON.stringify(body), { status, headers })
}

async function count(db: Database, address: string): Promise<void> {
  const { quota } = await admitSubject(db, `address:${address}`)
  if (!quota.isExceeded) return
  const headers = { 'Retry-After': String(quota.retryAfterSeconds) }
  throw new AppError('rate_limited', `Too many requests. Try again in ${quota.retryAfterSeconds} s.`, {}, { headers })
}

type Failure = { status: number; code: string; message: string; headers: Record<string, string>; cause?: unknown }

function failureOf(error: unknown, request: Request): Failure {
  if (error instanceof OAuthError) {
    const { status, code, message } = error
    // RFC 6749, section 5.2.
    const isBasic = status === 401 && request.headers.has('authorization')
    return { status, code, message, headers: isBasic ? { 'WWW-Authenticate': 'Basic realm="Storycast"' } : {} }
  }
  if (error instanceof AppError) {
    const { status, message, headers, cause } = error
    const code = status === 429 || status >= 500 ? 'temporarily_unavailable' : 'invalid_request'
    return { status, code, message, headers, cause }
  }
  if (isOutage(error)) {
    const message = 'The database is unavailable. Try again.'
    return { status: 503, code: 'temporarily_unavailable', message, headers: { 'Retry-After': '2' }, cause: error }
  }
  const message = 'Something went wrong. Contact support with the request id.'
  return { status: 500, code: 'server_error', message, headers: {}, cause: error }
}

/**
 * Reads a form body. Empty members count as missing (RFC 6749, section 3.2).
 *
 * @throws OAuthError invalid_request if a member is repeated or cannot be stored
 */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  if (typeOf(request) !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'Send the body as application/x-www-form-urlencoded.')
  const text = Buffer.from(await readBytes(request, bodyBytesMax)).toString('utf8')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw new OAuthError('invalid_request', `${name.slice(0, 100)} must appear only once.`)
    if (value.includes('\u0000')) throw new OAuthError('invalid_request', 'The form contains a NUL character.')
    if (value !== '') form.set(name, value)
  }
  return form
}

export function requiredMember(form: ReadonlyMap<string, string>, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}

export async function readJsonBody(request: Request): Promise<unknown> {
  if (typeOf(request) !== 'application/json')
    throw new OAuthError('invalid_client_metadata', 'Send the body as application/json.')
  const bytes = await readBytes(request, bodyBytesMax)
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    throw invalid('', 'The body is not valid JSON.', 'invalid_json')
  }
}
