import type { ErrorCode, Issue } from '@/lib/errors'
import type { AnswerOf, Contract, RequestOf } from './contract'
import type { Operation } from './operation'

/** An error response, or no response at all (status 0, `network_error`). */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly code: ErrorCode | 'network_error',
    message: string,
    readonly issues: Issue[],
    readonly requestId: string | null,
    /** Other members of the error: `preflight`, `lint`. */
    readonly extra: Record<string, unknown> = {},
    options: { cause?: unknown; retryAfterSeconds?: number | null } = {},
  ) {
    super(message, options)
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  /** From `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | null
}

export type CallOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The request completes also after its page is closed. For bodies of at most 64 KiB. */
  keepalive?: boolean
}

export type Client = {
  call<C extends Contract>(operation: Operation<C>, input: RequestOf<C>, options?: CallOptions): Promise<AnswerOf<C>>
}

/**
 * An API client. The default is the dashboard's: same origin, session cookie.
 *
 * @param baseUrl URL of the server, without a trailing slash
 */
export function createClient({ baseUrl = '', token }: { baseUrl?: string; token?: string } = {}): Client {
  return {
    async call(operation, input, options = {}) {
      const { path, query, body } = splitInput(operation, input as Record<string, unknown>)
      const response = await send(`${baseUrl}${path}${query}`, {
        method: operation.method,
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(options.signal ? { signal: options.signal } : {}),
        ...(options.keepalive ? { keepalive: true } : {}),
        credentials: token ? 'omit' : 'same-origin',
      })
      return readAnswer(response)
    },
  }
}

/** Calls an endpoint as the signed-in user. */
export const call: Client['call'] = createClient().call

/** Calls an endpoint with a file as body, or a form with a file, as the signed-in user. */
export async function sendFile<C extends Contract>(
  operation: Operation<C>,
  file: Blob | FormData,
): Promise<AnswerOf<C>> {
  return readAnswer(await send(operation.path, { method: operation.method, body: file, credentials: 'same-origin' }))
}

/**
 * Calls an endpoint that can send its result in parts, as the signed-in user.
 *
 * @throws ApiError before the first part, or later if the response ends with an error
 */
export async function* stream<Part>(
  operation: Operation,
  input: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const { path, body } = splitInput(operation, input)
  const response = await send(path, {
    method: operation.method,
    headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
    credentials: 'same-origin',
  })
  if (!response.ok || !response.body) await readAnswer(response)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const part: unknown = JSON.parse(line)
      if (typeof part === 'object' && part !== null && 'error' in part) {
        const { code, message } = errorOf(part)
        throw new ApiError(200, code, message, [], response.headers.get('x-request-id'))
      }
      yield part as Part
    }
    if (done) return
  }
}

/** Splits an input into path, query and body. */
export function splitInput(
  operation: Operation,
  input: Record<string, unknown>,
): { path: string; query: string; body: Record<string, unknown> | undefined } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of rest) {
    if (operation.body && !operation.query?.includes(name)) continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
    rest.delete(name)
  }
  const query = search.size > 0 ? `?${search}` : ''
  const isLeftOut = !operation.body || (operation.body === 'optional' && rest.size === 0)
  return { path, query, body: isLeftOut ? undefined : Object.fromEntries(rest) }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    const message = 'Cannot reach the server. Check your connection and try again.'
    throw new ApiError(0, 'network_error', message, [], null, {}, { cause })
  }
}

async function readAnswer<T>(response: Response): Promise<T> {
  const value: unknown = await response.json().catch(() => null)
  if (response.ok && value !== null) return value as T
  throw apiErrorOf(response.status, value, (name) => response.headers.get(name))
}

/** The error of a response with this parsed body. */
export function apiErrorOf(status: number, value: unknown, headerOf: (name: string) => string | null): ApiError {
  const { code, message, issues, ...extra } = errorOf(value)
  const retryAfterSeconds = secondsOf(headerOf('retry-after'))
  return new ApiError(status, code, message, issues ?? [], headerOf('x-request-id'), extra, { retryAfterSeconds })
}

/** The API sends seconds. Dates, which a proxy may send, are ignored. */
const secondsOf = (header: string | null): number | null => (header && /^\d{1,6}$/.test(header) ? Number(header) : null)

type ErrorBody = { code: ErrorCode; message: string; issues?: Issue[]; [member: string]: unknown }

/** A proxy may respond with another format. */
function errorOf(value: unknown): ErrorBody {
  const error = (value as { error?: Partial<ErrorBody> } | null)?.error
  return typeof error?.code === 'string' && typeof error.message === 'string'
    ? (error as ErrorBody)
    : { code: 'internal_error', message: 'The server sent an invalid response. Try again.' }
}
