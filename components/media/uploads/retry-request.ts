import { ApiError } from '@/lib/api/client'
import type { BrowserEnvironment } from './browser-environment'

/** Request timeout: mobile connections stall without an error. */
const requestMs = 60_000

const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]
/** A longer Retry-After is shown as an error. */
const retryAfterMaxMs = 30_000
/** The rate limit resets every minute. */
const rateLimitMaxMs = 61_000

/**
 * Retries a request after temporary errors with backoff, and waits while offline.
 *
 * @param onWait gets a message while waiting, then null
 * @param timeoutMs null for requests with a time limit of their own
 * @throws permanent errors, and temporary ones after about a minute
 */
export async function retryRequest<T>(
  { isOnline, untilOnline, sleep }: BrowserEnvironment,
  signal: AbortSignal,
  onWait: (message: string | null) => void,
  request: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number | null = requestMs,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    if (!isOnline()) {
      onWait('Waiting for a connection. Continues automatically.')
      await untilOnline(signal)
      attempt = 0
    }
    signal.throwIfAborted()
    try {
      const response = timeoutMs === null ? await request(signal) : await withDeadline(signal, request, timeoutMs)
      if (attempt > 0) onWait(null)
      return response
    } catch (error) {
      signal.throwIfAborted()
      if (!isOnline()) continue
      const pauseMs = pauseAfter(error, attempt)
      if (pauseMs === null) throw error
      onWait(waitMessage(error, pauseMs))
      await sleep(pauseMs, signal)
    }
  }
}

async function withDeadline<T>(
  signal: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DOMException('Request timed out.', 'TimeoutError')), timeoutMs)
  const abort = (): void => controller.abort(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await request(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

/** Null for permanent errors and after the last attempt. */
function pauseAfter(error: unknown, attempt: number): number | null {
  const pauseMs = pausesMs[attempt]
  if (pauseMs === undefined) return null
  if (!(error instanceof ApiError)) return isTimeout(error) ? pauseMs : null
  const retryAfterMs = (error.retryAfterSeconds ?? 0) * 1_000
  if (error.code === 'rate_limited') return Math.min(Math.max(retryAfterMs, pauseMs), rateLimitMaxMs)
  const isTemporary = error.status === 0 || error.status >= 500 || error.status === 409
  return isTemporary && retryAfterMs <= retryAfterMaxMs ? Math.max(retryAfterMs, pauseMs) : null
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

function waitMessage(error: unknown, pauseMs: number): string {
  const seconds = Math.ceil(pauseMs / 1_000)
  const when = `Retrying in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
  if (!(error instanceof ApiError)) return `The server did not respond in time. ${when}`
  if (error.code === 'rate_limited') return `Too many requests. Continues in ${seconds} seconds.`
  return error.status === 0 ? `The server is not reachable. ${when}` : `Server error. ${when}`
}
