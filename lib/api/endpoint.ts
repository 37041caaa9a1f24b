import { requireStillAllowed, requireTokenScope } from '@/lib/access/access'
import type { Context, NeededAccess } from '@/lib/access/context'
import { callerAddress } from '@/lib/auth/caller-address'
import { ownerIdOf, type Principal } from '@/lib/auth/principal'
import type { Scope } from '@/lib/auth/scopes'
import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, database } from '@/lib/db/pool'
import { AppError, validationError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { type Admitted, admit } from './authenticate'
import type { AddressOf, AnswerOf, Contract, InputOf } from './contract'
import { type ParsedFile, parseFileRequest } from './file-body'
import { fingerprintOf, type KeyedRequest, onceForKey, onceForKeyOutside, readKey } from './idempotency'
import { type Parsed, parseAddress, parseRequest } from './parse'
import type { Quota } from './rate-limit'
import { requestIdOf } from './request-id'
import { acceptsLines, linesOf, streamed } from './streamed'

/** The business logic of one endpoint. Its result is the response body. */
export type Service<C extends Contract> = (context: Context, input: InputOf<C>) => Promise<AnswerOf<C>>

type Route = { params: Promise<Record<string, string>> }
type Handler = (request: Request, route: Route) => Promise<Response>

type Options<Answer, Address, Input> = {
  /** Selects the status if there are several successful ones. */
  status?: (result: Answer) => number
  /**
   * The service calls a network, so it runs outside a transaction. The response for an `Idempotency-Key` is then not
   * stored in the same transaction as its effect, so the network must not repeat the effect.
   */
  isOutside?: boolean
  /**
   * Runs before the service, outside a transaction, and not for replayed responses: for network calls the service
   * depends on. Must check access first. May throw to reject the request.
   */
  prepare?: (context: Context, input: Input) => Promise<void>
  /**
   * For file bodies: runs before the body is read. May throw to reject, or return the response; undefined continues.
   */
  beforeBody?: (context: Context, address: Address) => Promise<Answer | undefined>
  /** Sends the result in parts to callers that accept NDJSON. Errors before the first part are usual responses. */
  stream?: (context: Context, input: Input) => AsyncIterable<unknown>
}

/** A contract and its service. */
export type Wired = Omit<Options<never, never, never>, 'beforeBody'> & {
  contract: Contract
  service: (context: Context, input: never) => Promise<unknown>
  beforeBody?: (context: Context, address: never) => Promise<unknown>
}

/** Connects a contract to its service, type-checked. */
export const wire = <C extends Contract>(
  contract: C,
  service: Service<C>,
  options: Options<AnswerOf<C>, AddressOf<C>, InputOf<C>> = {},
): Wired => ({ contract, service, ...options })

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The `Allow` header of a path: GET implies HEAD, and OPTIONS is always allowed. */
export const allowOf = (own: readonly string[]): string =>
  [...own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')

/** Route handlers of one path. Other methods get 405 with `Allow`; OPTIONS lists the methods. */
export function endpoints(...wired: Wired[]): Record<(typeof methods)[number] | 'OPTIONS', Handler> {
  const allow = allowOf(wired.map(({ contract }) => contract.method))
  const handler = (method: (typeof methods)[number]): Handler => {
    const own = wired.find(({ contract }) => contract.method === method)
    return own ? (request, route) => answer(request, route, own) : (request) => methodNotAllowed(request, allow)
  }
  const listAllowed: Handler = (request) => listMethods(request, allow)
  const handlers = [...methods.map((method) => [method, handler(method)] as const), ['OPTIONS', listAllowed] as const]
  return Object.fromEntries(handlers) as ReturnType<typeof endpoints>
}

/** State of a running request, for the log line and the headers. */
type Exchange = { requestId: string; quota: Quota | null; principal: Principal | null; isReplay: boolean }

const newExchange = (request: Request): Exchange => ({
  requestId: requestIdOf(request.headers.get('x-request-id')),
  quota: null,
  principal: null,
  isReplay: false,
})

/**
 * Every request runs in this order: request id → authentication and rate limit (one statement) → parsing → scope →
 * idempotency → service → headers → log line.
 */
async function answer(request: Request, route: Route, wired: Wired): Promise<Response> {
  const { contract, service, status, prepare } = wired
  const exchange = newExchange(request)
  return finish(request, exchange, async () => {
    const db = database()
    const admitted = contract.isUncounted ? null : await enter(db, request, exchange, contract.scope === 'public')
    if (admitted?.refusal) throw admitted.refusal
    const principal = (admitted?.principal ?? null) as Principal
    const address = callerAddress(request.headers.get('x-forwarded-for'))
    const context: Context = { db, principal, now: systemClock(), address }
    const made = (result: unknown): Made => ({
      status: status ? status(result as never) : successStatus(contract),
      ...bodyOf(contract, result),
    })
    const read = await readInput(request, await route.params, wired, context)
    if ('early' in read) return made(read.early)
    requireScope(contract, principal)
    try {
      return await perform(request, exchange, wired, context, read.bodyBytes, {
        prepare: async (context) => prepare?.(context, read.input as never),
        run: async (context) =>
          wired.stream && acceptsLines(request)
            ? streamed(await linesOf(wired.stream(context, read.input as never)))
            : made(await service(context, read.input as never)),
      })
    } finally {
      await read.release?.()
    }
  })
}

type Made = {
  status: number
  body: string | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

function bodyOf({ answersText, answersFile }: Contract, result: unknown): Omit<Made, 'status'> {
  if (answersText) return { body: String(result), headers: { 'content-type': 'text/plain; charset=utf-8' } }
  if (answersFile) return { body: result as Uint8Array<ArrayBuffer>, headers: { 'content-type': answersFile } }
  return { body: JSON.stringify(result) }
}

type Work = { prepare: (context: Context) => Promise<void>; run: (context: Context) => Promise<Made> }

/** The input of the service, or a response that `beforeBody` returned. */
async function readInput(
  request: Request,
  params: Record<string, string>,
  wired: Wired,
  context: Context,
): Promise<(Parsed & Partial<ParsedFile>) | { early: unknown }> {
  const { contract, beforeBody } = wired
  if (!contract.file) return parseRequest(request, contract, params)
  // Checked before reading a large body.
  requireScope(contract, context.principal)
  const address = parseAddress(request, contract, params)
  if (address.issues.length > 0) throw validationError(address.issues)
  const early = await beforeBody?.(context, { ...address.query, ...address.path } as never)
  return early === undefined ? parseFileRequest(request, contract, contract.file, address) : { early }
}

/** Runs the service, once per `Idempotency-Key`. */
async function perform(
  request: Request,
  exchange: Exchange,
  { contract, isOutside = false, stream }: Wired,
  context: Context,
  bodyBytes: Uint8Array,
  { prepare, run }: Work,
): Promise<Made> {
  const { db, principal } = context
  const key = contract.idempotent && !stream ? readKey(request) : null
  if (key === null || !principal) {
    await prepare(context)
    return run(context)
  }
  const neededAccess: NeededAccess[] = []
  const keyed: KeyedRequest = {
    owner: ownerIdOf(principal),
    key,
    fingerprint: fingerprintOf(request, bodyBytes),
    hasSecretAnswer: contract.hasSecretAnswer ?? false,
    neededAccess,
    authorize: (needed) => requireStillAllowed(context, needed),
    prepare: () => prepare(context),
  }
  const work = async (inside: Database) => {
    const { status, body } = await run({ ...context, db: inside, neededAccess })
    // Streamed responses have no key.
    return { status, body: body as string }
  }
  const stored = isOutside ? await onceForKeyOutside(db, keyed, work) : await onceForKey(db, keyed, work)
  exchange.isReplay = stored.isReplay
  return stored
}

/** Authenticates and counts a request. */
async function enter(db: Database, request: Request, exchange: Exchange, isPublic: boolean): Promise<Admitted> {
  const admitted = await admit(db, request, isPublic)
  exchange.quota = admitted.quota
  exchange.principal = admitted.principal
  rejectExceeded(admitted.quota)
  return admitted
}

const successStatus = (contract: Contract): number => Number(Object.keys(contract.answers)[0])

function rejectExceeded(quota: Quota): void {
  if (!quota.isExceeded) return
  const seconds = quota.retryAfterSeconds
  const message = `More than ${quota.limit} requests per minute. Try again in ${seconds} s.`
  throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(seconds) } })
}

function requireScope(contract: Contract, principal: Principal | null): void {
  const { scope } = contract
  if (scope === 'public' || !principal || principal.kind === 'session') return
  if (scope === 'session') {
    throw new AppError('insufficient_scope', 'Tokens cannot do this. Sign in to the dashboard instead.')
  }
  if (scope !== 'any') requireTokenScope(principal, scope)
}

/** Runs the request, converts errors to responses, and adds headers and the log line. */
async function finish(
  request: Request,
  exchange: Exchange,
  work: () => Promise<Omit<Made, 'body'> & { body: Made['body'] | null }>,
): Promise<Response> {
  const startedMs = monotonicMs()
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  let status: number
  let body: Made['body'] | null
  let failure: AppError | null = null
  try {
    const made = await work()
    status = made.status
    body = made.body
    if (body === null) headers.delete('content-type')
    for (const [name, value] of Object.entries(made.headers ?? {})) headers.set(name, value)
  } catch (error) {
    failure = toAppError(error)
    status = failure.status
    body = JSON.stringify({ error: failure.toBody() })
    for (const [name, value] of Object.entries(failure.headers)) headers.set(name, value)
  }
  headers.set('x-request-id', exchange.requestId)
  if (exchange.isReplay) headers.set('idempotent-replayed', 'true')
  if (exchange.quota) {
    headers.set('x-ratelimit-limit', String(exchange.quota.limit))
    headers.set('x-ratelimit-remaining', String(exchange.quota.remaining))
    headers.set('x-ratelimit-reset', String(exchange.quota.resetAt))
  }
  writeLog(request, exchange, status, monotonicMs() - startedMs, failure)
  return new Response(body, { status, headers })
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isOutage(error)) {
    // Does not claim that nothing changed: a connection lost during the commit leaves that open.
    const message = 'The database is unavailable. Try again; with an Idempotency-Key this is safe.'
    return new AppError('unavailable', message, {}, { cause: error, headers: { 'Retry-After': '2' } })
  }
  return new AppError(
    'internal_error',
    'Something went wrong. Contact support with the request id.',
    {},
    { cause: error },
  )
}

/** The last path segment is a credential and must not be logged. */
const withoutToken = (path: string): string => path.replace(/^(\/api\/v1\/media\/uploads\/).+/, '$1…')

function writeLog(request: Request, exchange: Exchange, status: number, durationMs: number, error: AppError | null) {
  const { principal } = exchange
  log[status >= 500 ? 'error' : 'info']('request', {
    request_id: exchange.requestId,
    method: request.method,
    path: withoutToken(new URL(request.url).pathname),
    status,
    duration_ms: Math.round(durationMs * 10) / 10,
    ...(principal?.kind === 'token' ? { token_id: principal.tokenId } : {}),
    ...(principal ? { user_id: principal.userId } : {}),
    ...(exchange.isReplay ? { is_replay: true } : {}),
    ...(error ? { code: error.code, cause: error.cause } : {}),
  })
}

/**
 * A handler outside the JSON contracts, for a protocol with its own headers. Authenticates, counts and logs the request.
 *
 * @param headers in every response, errors included
 */
export const rawHandler =
  (
    scope: Scope,
    headers: Record<string, string>,
    work: (
      context: Context,
      request: Request,
      params: Record<string, string>,
    ) => Promise<{ status: number; headers: Record<string, string> }>,
  ): Handler =>
  async (request, route) => {
    const exchange = newExchange(request)
    const response = await finish(request, exchange, async () => {
      const db = database()
      const { principal, refusal } = await enter(db, request, exchange, false)
      if (refusal || !principal) throw refusal ?? new Error('A request without a refusal has a principal.')
      if (principal.kind === 'token') requireTokenScope(principal, scope)
      const address = callerAddress(request.headers.get('x-forwarded-for'))
      const context: Context = { db, principal, now: systemClock(), address }
      return { ...(await work(context, request, await route.params)), body: null }
    })
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
    return response
  }

/** The 405 response. */
export function methodNotAllowed(request: Request, allow: string): Promise<Response> {
  const message = `Method ${request.method} not allowed. Allowed: ${allow}.`
  return errorResponse(request, new AppError('method_not_allowed', message, {}, { headers: { Allow: allow } }))
}

/** Lists the methods of a path (RFC 9110, section 9.3.7). No CORS headers: other origins may not call the API. */
export function listMethods(request: Request, allow: string, headers: Record<string, string> = {}): Promise<Response> {
  const exchange = newExchange(request)
  return finish(request, exchange, async () => {
    await enter(database(), request, exchange, false)
    return { status: 204, body: null, headers: { allow, ...headers } }
  })
}

/** The 404 response for unknown paths under `/api`. */
export function unknownPath(request: Request): Promise<Response> {
  const message = 'No endpoint at this path. All endpoints are listed at /docs.'
  return errorResponse(request, new AppError('not_found', message))
}

/** Also counts the request, so that scanning URLs is rate limited. */
export function errorResponse(request: Request, error: AppError): Promise<Response> {
  const exchange = newExchange(request)
  return finish(request, exchange, async () => {
    await enter(database(), request, exchange, false)
    throw error
  })
}
