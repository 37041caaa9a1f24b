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
  /** From the first look-up to the last byte of the answer. */
  deadlineMs?: number
  /** An answer longer than this is a fault. */
  maxBytes?: number
  /** … or is read so far and no further, where the rest does not matter. `isCut` says so. */
  cutAtMaxBytes?: boolean
  /** The guarded one for addresses that a caller named; the plain one otherwise. */
  dispatcher?: Dispatcher
}

export type OutboundAnswer = {
  status: number
  /** Names in lower case; a header given several times is joined with commas. */
  headers: Record<string, string>
  bytes: Buffer
  /** There was more, and nobody waited for it: see `cutAtMaxBytes`. */
  isCut: boolean
  durationMs: number
}

/**
 * The call met a fault of the way, not an answer. `wasWritten` is the fact that decides whether it may be repeated:
 * false means that undici never began to write the request to a connected socket (no name, no connection, no TLS,
 * cancelled before), so nobody can have received it.
 */
export class TransportFault extends Error {
  override name = 'TransportFault'
  constructor(
    readonly wasWritten: boolean,
    /** `ECONNREFUSED`, `timeout`, `cancelled`, `answer_too_large` … */
    readonly code: string,
    message: string,
  ) {
    // The original error is not kept as a cause: it may hold the request, and with it the credential.
    super(redact(message))
  }
}

const defaultMaxBytes = 1_048_576

/** For addresses that come from the environment. Never used for what a caller names: see `guard.ts`. */
const plain = new Agent({
  connect: { timeout: 10_000 },
  maxHeaderSize: 32_768,
  // The call's own deadline rules; these only keep a socket nobody waits for from living on.
  headersTimeout: 310_000,
  bodyTimeout: 310_000,
})

/**
 * One HTTP call with a deadline over everything, a bounded answer and no redirects. `request()` and not `fetch()`:
 * fetch inflates compressed answers without bound and follows redirects with the body re-sent.
 */
export async function callOut(call: OutboundRequest): Promise<OutboundAnswer> {
  const { maxBytes = defaultMaxBytes, cutAtMaxBytes = false } = call
  const { read, ...answer } = await exchange(call, async (body) =>
    cutAtMaxBytes ? readCut(body, maxBytes) : { bytes: await readBounded(body, maxBytes), isCut: false },
  )
  return { ...answer, ...read }
}

/**
 * The same for what has no place in memory: the body of a 200 goes into a file as it arrives, that of any other
 * answer is thrown away.
 *
 * @returns without `bytes`; the file is there only when the status is 200
 */
export async function downloadOut(call: OutboundRequest, path: string): Promise<WithoutBody> {
  const { read: _, ...answer } = await exchange(call, async (body, status) => {
    // Whatever it says is not wanted. A fault of the way that comes now changes nothing.
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
  const deadline = clearableDeadlineIn(call.deadlineMs ?? env().PUBLISH_CALL_TIMEOUT_SECONDS * 1_000)
  const signal = call.signal ? AbortSignal.any([call.signal, deadline.signal]) : deadline.signal
  const watch: WriteState = { wasWritten: false, signal }
  try {
    const answered = request(call.url, {
      method: call.method,
      headers: call.headers ?? {},
      body: call.body ?? null,
      signal,
      dispatcher: watched(call.dispatcher ?? plain, watch),
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
    throw asTransportFault(error, watch.wasWritten, signal)
  } finally {
    deadline.clear()
  }
}

/**
 * undici hears of an end only once it has a connection: while it dials, or waits for a free one, the deadline would pass
 * unheard. What it then would begin to write, it does not: it asks the signal first.
 */
function orAborted<T>(answered: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    answered.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** JSON of an answer, or undefined where it is none. Never throws. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

/** undici calls `onRequestStart` when a connected socket is about to get the request, and not before. */
type WriteState = { wasWritten: boolean; readonly signal: AbortSignal }

function watched(dispatcher: Dispatcher, watch: WriteState): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) => dispatch(options, new WriteWatch(handler, watch) as Dispatcher.DispatchHandler),
  )
}

/** undici's own types leave the methods out. */
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
    // Of a call that was cancelled while it waited for its socket, undici writes nothing.
    if (!this.watch.signal.aborted) this.watch.wasWritten = true
    super.onRequestStart(controller, context)
  }

  override onResponseStart(controller: Dispatcher.DispatchController, status: number, ...rest: unknown[]): void {
    // 103 Early Hints and the like say nothing yet, and the decorator takes a second beginning for a fault.
    if (status >= 200) super.onResponseStart(controller, status, ...rest)
  }
}

async function readBounded(body: Body, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of bounded(body, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The first bytes of an answer. With the rest the connection goes: to read on only to keep it would have no end. */
async function readCut(body: Body, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = []
  let total = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    total += chunk.length
    // Whoever leaves the loop hangs up.
    if (total > maxBytes) return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
  }
  return { bytes: Buffer.concat(chunks), isCut: false }
}

async function* bounded(body: Body, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of body) {
    total += chunk.length
    if (total > maxBytes) {
      body.destroy()
      throw new TransportFault(true, 'answer_too_large', `The answer is longer than ${maxBytes} bytes.`)
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

function asTransportFault(error: unknown, wasWritten: boolean, signal: AbortSignal): TransportFault {
  if (error instanceof TransportFault) return error
  // Callers bring deadlines of their own inside their signal; the reason tells those from somebody who gave up.
  const isLate = signal.aborted && signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
  if (isLate) return new TransportFault(wasWritten, 'timeout', 'There was no complete answer within the deadline.')
  if (signal.aborted) return new TransportFault(wasWritten, 'cancelled', 'The call was cancelled.')
  const { code, message } = innermost(error)
  return new TransportFault(wasWritten, code, message)
}

/** With several addresses tried, the reason is inside an AggregateError; elsewhere it may be a cause. */
function innermost(error: unknown): { code: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  if (!(error instanceof Error)) return { code: 'unknown', message: 'The call failed.' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { code, message: error.message }
}
