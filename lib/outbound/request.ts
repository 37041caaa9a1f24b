import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Agent, DecoratorHandler, type Dispatcher, type FormData, request } from 'undici'
import { monotonicMs } from '../clock'
import { clearableDeadlineIn } from '../deadline'
import { env } from '../env'
import { redact } from './redact'

export type OutboundBody = string | Uint8Array | FormData

export type OutboundRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  body?: OutboundBody
  /** Cancels the call; the deadline applies as well. */
  signal?: AbortSignal
  /** From the DNS lookup to the last byte of the response. */
  deadlineMs?: number
  /** A longer response is an error. */
  maxBytes?: number
  /** Truncates a longer response instead of failing. */
  cutAtMaxBytes?: boolean
  /** Use the guarded dispatcher for URLs of callers. */
  dispatcher?: Dispatcher
}

export type OutboundAnswer = {
  status: number
  /** Names in lower case. Repeated headers are joined with commas. */
  headers: Record<string, string>
  bytes: Buffer
  /** The response was truncated, see `cutAtMaxBytes`. */
  isCut: boolean
  durationMs: number
}

/**
 * The call failed without a response. `wasWritten` decides whether it may be repeated: false means that undici never
 * started to write the request (DNS, connect or TLS failure, cancelled before), so no server received it.
 */
export class TransportError extends Error {
  override name = 'TransportError'
  constructor(
    readonly wasWritten: boolean,
    /** `ECONNREFUSED`, `timeout`, `cancelled`, `answer_too_large` … */
    readonly code: string,
    message: string,
  ) {
    // Without `cause`: the original error may contain the request and its credential.
    super(redact(message))
  }
}

const defaultMaxBytes = 1_048_576

/** For URLs from the environment. URLs of callers need `guard.ts`. */
const unguarded = new Agent({
  connect: { timeout: 10_000 },
  maxHeaderSize: 32_768,
  // The deadline of the call ends earlier. These only close abandoned sockets.
  headersTimeout: 310_000,
  bodyTimeout: 310_000,
})

/**
 * One HTTP call with a total deadline, a response limit and no redirects. Not `fetch()`, which decompresses without
 * limit and repeats the body on redirects. Uses `dispatch`, because `request` costs a stream and an abort signal per
 * call, which is more than the rest of the call.
 */
export async function callOut(call: OutboundRequest): Promise<OutboundAnswer> {
  const startedMs = monotonicMs()
  const answer = await collect(call)
  return { ...answer, durationMs: monotonicMs() - startedMs }
}

function collect(call: OutboundRequest): Promise<Omit<OutboundAnswer, 'durationMs'>> {
  const { url, signal, maxBytes = defaultMaxBytes, cutAtMaxBytes = false } = call
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let [isOver, wasWritten] = [false, false]
    let status = 0
    let headers: OutboundAnswer['headers'] = {}
    const chunks: Buffer[] = []
    let length = 0
    const finish = (settle: () => void): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const fail = (error: TransportError): void => {
      finish(() => reject(error))
      controller?.abort(error)
    }
    const onLate = (): void => fail(new TransportError(wasWritten, 'timeout', lateMessage))
    const onAbort = (): void =>
      isLate(signal) ? onLate() : fail(new TransportError(wasWritten, 'cancelled', cancelledMessage))
    const timer = setTimeout(onLate, call.deadlineMs ?? env().PUBLISH_CALL_TIMEOUT_SECONDS * 1_000)
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    const handler: Dispatcher.DispatchHandler = {
      // Called right before the request is written to a connected socket.
      onRequestStart(started) {
        controller = started
        // Ended while it waited for a connection: nothing has been written yet, and nothing will be.
        if (isOver) started.abort(new Error('The call ended before the request was sent.'))
        else wasWritten = true
      },
      onResponseStart(_, statusCode, responseHeaders) {
        // Overwrites informational responses such as 103.
        status = statusCode
        headers = flatHeaders(responseHeaders)
      },
      onResponseData(started, chunk) {
        chunks.push(chunk)
        length += chunk.length
        if (length <= maxBytes) return
        if (!cutAtMaxBytes) return fail(tooLarge(maxBytes))
        // Closes the connection, because reading the rest could take forever.
        finish(() => resolve({ status, headers, bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }))
        started.abort(new Error('The rest of the response is not needed.'))
      },
      onResponseEnd: () => finish(() => resolve({ status, headers, bytes: joined(chunks), isCut: false })),
      onResponseError: (_, error) => fail(asTransportError(error, wasWritten, signal)),
    }
    const path = `${url.pathname}${url.search}`
    const { method, headers: given = {}, body = null, dispatcher = unguarded } = call
    try {
      dispatcher.dispatch({ origin: url.origin, path, method, headers: given, body }, handler)
    } catch (error) {
      fail(asTransportError(error, wasWritten, signal))
    }
  })
}

const joined = (chunks: Buffer[]): Buffer => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))

const lateMessage = 'No complete response within the deadline.'
const cancelledMessage = 'The call was cancelled.'

const tooLarge = (maxBytes: number): TransportError =>
  new TransportError(true, 'answer_too_large', `The response has more than ${maxBytes} bytes.`)

/**
 * Like `callOut`, but streams the body of a 200 into a file and discards any other body.
 *
 * @returns no `bytes`; the file exists only for status 200
 */
export async function downloadOut(call: OutboundRequest, path: string): Promise<WithoutBody> {
  const { read: _, ...answer } = await exchange(call, async (body, status) => {
    // The body is not needed, so errors while reading it do not matter.
    if (status !== 200) return void body.on('error', () => {}).destroy()
    await pipeline(bounded(body, call.maxBytes ?? defaultMaxBytes), createWriteStream(path))
  })
  return answer
}

type Body = Readable
type WithoutBody = Omit<OutboundAnswer, 'bytes' | 'isCut'>

async function exchange<T>(
  call: OutboundRequest,
  read: (body: Body, status: number) => Promise<T>,
): Promise<WithoutBody & { read: T }> {
  const startedMs = monotonicMs()
  const deadline = clearableDeadlineIn(call.deadlineMs ?? env().PUBLISH_CALL_TIMEOUT_SECONDS * 1_000, call.signal)
  const { signal } = deadline
  const watch: WriteState = { wasWritten: false, signal }
  try {
    const answered = request(call.url, {
      method: call.method,
      headers: call.headers ?? {},
      body: call.body ?? null,
      signal,
      dispatcher: watched(call.dispatcher ?? unguarded, watch),
    })
    const answer = await orAborted(answered, signal)
    const found = await read(answer.body, answer.statusCode)
    return {
      status: answer.statusCode,
      headers: flatHeaders(answer.headers),
      read: found,
      durationMs: monotonicMs() - startedMs,
    }
  } catch (error) {
    throw asTransportError(error, watch.wasWritten, signal)
  } finally {
    deadline.clear()
  }
}

/**
 * undici only checks the signal once it has a connection, so the deadline would be ignored while it connects or waits for a
 * free one. It checks the signal again before writing.
 */
function orAborted<T>(answered: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    answered.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** Parses JSON, or returns undefined. Never throws. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** undici calls `onRequestStart` right before it writes the request to a connected socket. */
type WriteState = { wasWritten: boolean; readonly signal: AbortSignal }

function watched(dispatcher: Dispatcher, watch: WriteState): Dispatcher {
  const dispatch: Dispatcher['dispatch'] = (options, handler) =>
    dispatcher.dispatch(options, new WriteWatch(handler, watch))
  // `request` calls nothing else. `compose` would create a proxy per call.
  return { dispatch } as Dispatcher
}

/** Missing in the types of undici. */
type Started = {
  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void
  onResponseStart(controller: Dispatcher.DispatchController, status: number, ...rest: unknown[]): void
}
const Decorator = DecoratorHandler as unknown as new (handler: Dispatcher.DispatchHandler) => Started

class WriteWatch extends Decorator {
  constructor(
    handler: Dispatcher.DispatchHandler,
    private readonly watch: WriteState,
  ) {
    super(handler)
  }

  override onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    // undici writes nothing for a call that was cancelled while it waited for a socket.
    if (!this.watch.signal.aborted) this.watch.wasWritten = true
    super.onRequestStart(controller, context)
  }

  override onResponseStart(controller: Dispatcher.DispatchController, status: number, ...rest: unknown[]): void {
    // Skips 103 Early Hints and the like: the decorator treats a second start as an error.
    if (status >= 200) super.onResponseStart(controller, status, ...rest)
  }
}

async function* bounded(body: Body, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > maxBytes) {
      body.destroy()
      throw tooLarge(maxBytes)
    }
    yield chunk
  }
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

function asTransportError(error: unknown, wasWritten: boolean, signal: AbortSignal | undefined): TransportError {
  if (error instanceof TransportError) return error
  if (isLate(signal)) return new TransportError(wasWritten, 'timeout', lateMessage)
  if (signal?.aborted) return new TransportError(wasWritten, 'cancelled', cancelledMessage)
  const { code, message } = innermost(error)
  return new TransportError(wasWritten, code, message)
}

/** The signal of the caller may contain a deadline too. */
const isLate = (signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && signal.reason instanceof Error && signal.reason.name === 'TimeoutError'

/** After several addresses were tried, the reason is inside an AggregateError. */
export function innermost(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  if (!(error instanceof Error)) return { code: 'unknown', message: 'The call failed.' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { code, message: error.message }
}
