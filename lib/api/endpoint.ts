import { callerAddress } from '@/lib/auth/caller-address'
import { ownerIdOf, type Principal } from '@/lib/auth/principal'
import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, database } from '@/lib/db/pool'
import { AppError, type Issue, issuesIn, validationError } from '@/lib/errors'
import { log } from '@/lib/logger'
import { requireStillAllowed } from '@/lib/projects/access'
import { type Admitted, admit } from './authenticate'
import type { Context, NeededAccess } from './context'
import type { AddressOf, AnswerOf, Contract, InputOf } from './contract'
import { type ParsedFile, parseFileRequest } from './file-body'
import type { Quota } from './gate'
import { fingerprintOf, type KeyedRequest, onceForKey, onceForKeyOutside, readKey } from './idempotency'
import { type FurtherFaults, type Parsed, parseAddress, parseRequest } from './parse'
import { requestIdOf } from './request-id'
import type { Sound } from './sound'

/** A service: the rules behind one endpoint. Its result is the answer's body. */
export type Service<C extends Contract> = (context: Context, input: InputOf<C>) => Promise<AnswerOf<C>>

type Route = { params: Promise<Record<string, string>> }
type Handler = (request: Request, route: Route) => Promise<Response>

type Options<Answer, Address, Input> = {
  /** Chooses among several successful answers. */
  status?: (result: Answer) => number
  /** What the rules have against a request whose form is at fault as well, so that one answer names it all. */
  faults?: (context: Context, sound: Sound) => Promise<Issue[]>
  /**
   * The service asks a network, which no transaction may wait for. Its answer is kept for an `Idempotency-Key` all the
   * same, but not together with its effect, so the effect must be one that the network does not do twice.
   */
  isOutside?: boolean
  /**
   * Runs before the service, outside of any transaction, and not for replayed answers: for network calls that the
   * service needs the results of. It checks access first, and may refuse by throwing.
   */
  prepare?: (context: Context, input: Input) => Promise<void>
  /**
   * Where the body is a file: looks at the address before a byte of it is read. It may refuse by throwing, and what it
   * gives is the answer; undefined lets the body be read.
   */
  beforeBody?: (context: Context, address: Address) => Promise<Answer | undefined>
}

/** A contract with its service. */
export type Wired = Omit<Options<never, never, never>, 'beforeBody'> & {
  contract: Contract
  service: (context: Context, input: never) => Promise<unknown>
  beforeBody?: (context: Context, address: never) => Promise<unknown>
}

/** Wires a contract to its service; the compiler holds the two together. */
export const wire = <C extends Contract>(
  contract: C,
  service: Service<C>,
  options: Options<AnswerOf<C>, AddressOf<C>, InputOf<C>> = {},
): Wired => ({ contract, service, ...options })

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** What `Allow` says of a path: whatever has GET has HEAD, and OPTIONS is everywhere. */
export const allowOf = (own: readonly string[]): string =>
  [...own.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')

/** The route handlers of one path. A method without a contract answers 405 with `Allow`; OPTIONS says which there are. */
export function endpoints(...wired: Wired[]): Record<(typeof methods)[number] | 'OPTIONS', Handler> {
  const allow = allowOf(wired.map(({ contract }) => contract.method))
  const handler = (method: (typeof methods)[number]): Handler => {
    const own = wired.find(({ contract }) => contract.method === method)
    return own ? (request, route) => answer(request, route, own) : (request) => refuseMethod(request, allow)
  }
  const tell: Handler = (request) => tellMethods(request, allow)
  const handlers = [...methods.map((method) => [method, handler(method)] as const), ['OPTIONS', tell] as const]
  return Object.fromEntries(handlers) as ReturnType<typeof endpoints>
}

/** What is known of a request while it runs; the log line and the headers are made from it. */
type Exchange = { requestId: string; quota: Quota | null; principal: Principal | null; isReplay: boolean }

const newExchange = (request: Request): Exchange => ({
  requestId: requestIdOf(request.headers.get('x-request-id')),
  quota: null,
  principal: null,
  isReplay: false,
})

/**
 * The one order in which every request goes: request id → authentication and rate limit (one statement) → parsing →
 * scope → idempotency → service → headers → log line.
 */
async function answer(request: Request, route: Route, wired: Wired): Promise<Response> {
  const { contract, service, status, prepare } = wired
  const exchange = newExchange(request)
  return finish(request, exchange, async () => {
    const db = database()
    const admitted = await enter(db, request, exchange, contract.scope === 'public')
    if (admitted.refusal) throw admitted.refusal
    const principal = admitted.principal as Principal
    const address = callerAddress(request.headers.get('x-forwarded-for'))
    const context: Context = { db, principal, now: systemClock(), address }
    const made = (result: unknown): Made => ({
      status: status ? status(result as never) : successStatus(contract),
      body: JSON.stringify(result),
    })
    const read = await readInput(request, await route.params, wired, context)
    if ('early' in read) return made(read.early)
    requireScope(contract, principal)
    try {
      return await perform(request, exchange, wired, context, read.bodyBytes, {
        prepare: async (context) => prepare?.(context, read.input as never),
        run: async (context) => made(await service(context, read.input as never)),
      })
    } finally {
      await read.release?.()
    }
  })
}

type Made = { status: number; body: string }
type Work = { prepare: (context: Context) => Promise<void>; run: (context: Context) => Promise<Made> }

/** The input of a service; or its answer, when there is one before the body is read. */
async function readInput(
  request: Request,
  params: Record<string, string>,
  wired: Wired,
  context: Context,
): Promise<(Parsed & Partial<ParsedFile>) | { early: unknown }> {
  const { contract, beforeBody } = wired
  if (!contract.file) return parseRequest(request, contract, params, furtherFaults(wired, context))
  // Megabytes are read only for somebody who may send them, to an address that makes sense.
  requireScope(contract, context.principal)
  const address = parseAddress(request, contract, params)
  if (address.issues.length > 0) throw validationError(address.issues)
  const early = await beforeBody?.(context, { ...address.query, ...address.path } as never)
  return early === undefined ? parseFileRequest(request, contract, contract.file, address) : { early }
}

/** Runs the service, once for each `Idempotency-Key`. */
async function perform(
  request: Request,
  exchange: Exchange,
  { contract, isOutside = false }: Wired,
  context: Context,
  bodyBytes: Uint8Array,
  { prepare, run }: Work,
): Promise<Made> {
  const { db, principal } = context
  const key = contract.idempotent ? readKey(request) : null
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
  const work = (inside: Database) => run({ ...context, db: inside, neededAccess })
  const kept = isOutside ? await onceForKeyOutside(db, keyed, work) : await onceForKey(db, keyed, work)
  exchange.isReplay = kept.isReplay
  return kept
}

/** Only who may act at all is told what the rules say; a refusal of another kind leaves the faults of form alone. */
function furtherFaults({ contract, faults }: Wired, context: Context): FurtherFaults | undefined {
  if (!faults) return undefined
  return async (sound) => {
    try {
      requireScope(contract, context.principal)
      return await faults(context, sound)
    } catch (error) {
      if (error instanceof AppError) return issuesIn(error) ?? []
      throw error
    }
  }
}

/** Admits and counts a request, whatever becomes of it. */
async function enter(db: Database, request: Request, exchange: Exchange, isPublic: boolean): Promise<Admitted> {
  const admitted = await admit(db, request, isPublic)
  exchange.quota = admitted.quota
  exchange.principal = admitted.principal
  refuseExceeded(admitted.quota)
  return admitted
}

const successStatus = (contract: Contract): number => Number(Object.keys(contract.answers)[0])

function refuseExceeded(quota: Quota): void {
  if (!quota.isExceeded) return
  const seconds = quota.retryAfterSeconds
  const message = `More than ${quota.limit} requests in this minute. Try again in ${seconds} s.`
  throw new AppError('rate_limited', message, {}, { headers: { 'Retry-After': String(seconds) } })
}

function requireScope(contract: Contract, principal: Principal | null): void {
  const { scope } = contract
  if (scope === 'public' || !principal || principal.kind === 'session') return
  if (scope === 'session') {
    throw new AppError('insufficient_scope', 'Tokens cannot do this. Do it in the dashboard, signed in.')
  }
  if (scope !== 'any' && !principal.scopes.has(scope)) {
    throw new AppError('insufficient_scope', `This needs the scope ${scope}, which the token does not have.`)
  }
}

/** Runs the exchange, turns whatever it throws into an answer, and adds headers and log line. */
async function finish(
  request: Request,
  exchange: Exchange,
  work: () => Promise<{ status: number; body: string | null; headers?: Record<string, string> }>,
): Promise<Response> {
  const startedMs = monotonicMs()
  const headers = new Headers({
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  let status: number
  let body: string | null
  let fault: AppError | null = null
  try {
    const made = await work()
    status = made.status
    body = made.body
    if (body === null) headers.delete('content-type')
    for (const [name, value] of Object.entries(made.headers ?? {})) headers.set(name, value)
  } catch (error) {
    fault = toAppError(error)
    status = fault.status
    body = JSON.stringify({ error: fault.toBody() })
    for (const [name, value] of Object.entries(fault.headers)) headers.set(name, value)
  }
  headers.set('x-request-id', exchange.requestId)
  if (exchange.isReplay) headers.set('idempotent-replayed', 'true')
  if (exchange.quota) {
    headers.set('x-ratelimit-limit', String(exchange.quota.limit))
    headers.set('x-ratelimit-remaining', String(exchange.quota.remaining))
    headers.set('x-ratelimit-reset', String(exchange.quota.resetAt))
  }
  writeLog(request, exchange, status, monotonicMs() - startedMs, fault)
  return new Response(body, { status, headers })
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isOutage(error)) {
    // Not that nothing was changed: a connection that breaks during the commit leaves that open.
    const message = 'The database cannot be reached just now. Try again; with an Idempotency-Key nothing is done twice.'
    return new AppError('unavailable', message, {}, { cause: error, headers: { 'Retry-After': '2' } })
  }
  return new AppError(
    'internal_error',
    'Something went wrong on our side. Tell us the request id.',
    {},
    { cause: error },
  )
}

/** The last part of such an address is a credential, which no log may hold. */
const withoutToken = (path: string): string => path.replace(/^(\/api\/v1\/media\/uploads\/).+/, '$1…')

function writeLog(request: Request, exchange: Exchange, status: number, durationMs: number, fault: AppError | null) {
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
    ...(fault ? { code: fault.code, cause: fault.cause } : {}),
  })
}

/** The answer to a method that a path does not have. */
export function refuseMethod(request: Request, allow: string): Promise<Response> {
  const message = `${request.method} is not possible here. Possible: ${allow}.`
  return refuse(request, new AppError('method_not_allowed', message, {}, { headers: { Allow: allow } }))
}

/** Which methods a path has (RFC 9110, section 9.3.7). Other sites' pages get no leave to call: there is no CORS here. */
export function tellMethods(request: Request, allow: string): Promise<Response> {
  const exchange = newExchange(request)
  return finish(request, exchange, async () => {
    await enter(database(), request, exchange, false)
    return { status: 204, body: null, headers: { allow } }
  })
}

/** The answer under `/api` where no endpoint is. */
export function refusePath(request: Request): Promise<Response> {
  const message = 'There is nothing under this address. The endpoints are listed at /docs.'
  return refuse(request, new AppError('not_found', message))
}

/** Refusals count as well: a caller that walks the addresses is slowed like any other. */
export function refuse(request: Request, fault: AppError): Promise<Response> {
  const exchange = newExchange(request)
  return finish(request, exchange, async () => {
    await enter(database(), request, exchange, false)
    throw fault
  })
}
