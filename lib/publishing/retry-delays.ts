import type { ChannelError } from '@/lib/channels/channel-error'
import { env } from '@/lib/env'

/** Seconds before each retry of a temporary error; the last one repeats. Each with ±10% jitter. */
const retryDelaysSeconds = [10, 30, 60, 120, 240, 480, 900] as const
/** Max delay for an error with a known first wait, which doubles with each retry. */
const longestRetrySeconds = 900
/** First wait after a rate limit without a time. */
const unnamedRateLimitSeconds = 120
/** A row is stale this long after its scheduled time. */
export const staleAfterSeconds = 3_600

/** A call ends well before the lease, so no other worker claims the row while the call may still succeed. */
export function callDeadlineMs(): number {
  const { PUBLISH_CALL_TIMEOUT_SECONDS, PUBLISH_LEASE_SECONDS } = env()
  return Math.min(PUBLISH_CALL_TIMEOUT_SECONDS, PUBLISH_LEASE_SECONDS * 0.8) * 1000
}

const jittered = (seconds: number): number => seconds * (0.9 + Math.random() * 0.2)

/** Attempts of a row including this one, and how many were retried after this error. */
export type Tries = { attempts: number; ofError: number }

/** Seconds before the next retry: until the time the network requests, otherwise longer with each retry. */
export function retryDelaySeconds(error: ChannelError, tries: Tries, now: Date): number {
  if (error.retryAt) return Math.max(1, (error.retryAt.getTime() - now.getTime()) / 1000)
  const first = error.waitSeconds ?? (error.category === 'rate' ? unnamedRateLimitSeconds : null)
  if (first !== null) return jittered(Math.min(first * 2 ** tries.ofError, Math.max(first, longestRetrySeconds)))
  return jittered(retryDelaysSeconds[Math.min(tries.attempts, retryDelaysSeconds.length) - 1] ?? 10)
}
