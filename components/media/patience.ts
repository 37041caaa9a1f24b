import { ApiError } from '@/lib/api/client'
import type { Surroundings } from './surroundings'

/** A request that takes longer is begun anew: lines of phones go quiet without a word. */
const requestMs = 60_000

const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** What is told to wait longer than this is told to the person instead. */
const toldMaxMs = 30_000
/** The minute in which too much was asked for ends by itself. */
const crowdedMaxMs = 61_000

/**
 * Does one request until it is answered: a fault that may pass is met with growing pauses, a lost line is waited for.
 *
 * @param onWait what is being waited for, in words; null when it goes on
 * @throws what the server refuses, and what does not pass
 */
export async function patiently<T>(
  { isOnline, backOnline, sleep }: Surroundings,
  signal: AbortSignal,
  onWait: (words: string | null) => void,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    if (!isOnline()) {
      onWait('Waiting for the connection. It goes on by itself.')
      await backOnline(signal)
      tries = 0
    }
    signal.throwIfAborted()
    try {
      const answer = await withDeadline(signal, request)
      if (tries > 0) onWait(null)
      return answer
    } catch (error) {
      signal.throwIfAborted()
      if (!isOnline()) continue
      const pauseMs = pauseAfter(error, tries)
      if (pauseMs === null) throw error
      onWait(waitWords(error, pauseMs))
      await sleep(pauseMs, signal)
    }
  }
}

async function withDeadline<T>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('It took too long.', 'TimeoutError')), requestMs)
  const abort = (): void => controller.abort(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await request(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Null: it will not pass by itself, or has not for a minute. */
function pauseAfter(error: unknown, tries: number): number | null {
  const pauseMs = pausesMs[tries]
  if (pauseMs === undefined) return null
  if (!(error instanceof ApiError)) return isTimeout(error) ? pauseMs : null
  const toldMs = (error.retryAfterSeconds ?? 0) * 1_000
  if (error.code === 'rate_limited') return Math.min(Math.max(toldMs, pauseMs), crowdedMaxMs)
  const mayPass = error.status === 0 || error.status >= 500 || error.code === 'request_in_progress'
  return mayPass && toldMs <= toldMaxMs ? Math.max(toldMs, pauseMs) : null
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

function waitWords(error: unknown, pauseMs: number): string {
  const seconds = Math.ceil(pauseMs / 1_000)
  const when = `Next try in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  if (!(error instanceof ApiError)) return `The server did not answer in time. ${when}`
  if (error.code === 'rate_limited') return `That was much in one minute. It goes on in ${seconds} seconds.`
  return error.status === 0 ? `The server cannot be reached. ${when}` : `The server has trouble. ${when}`
}
