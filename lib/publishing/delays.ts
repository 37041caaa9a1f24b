import type { ChannelFault } from '@/lib/channels/fault'
import { env } from '@/lib/env'

/** Seconds until the next try after a fault that may pass; the last one repeats. Each with up to 10 % more or less. */
const retryDelaysSeconds = [10, 30, 60, 120, 240, 480, 900] as const
/** A fault whose first wait is known doubles it with each try, up to this. */
const longestRetrySeconds = 900
/** The first wait after a rate limit of which nothing else is known. */
const unnamedRateLimitSeconds = 120
/** A row is stale this long after its time. */
export const staleAfterSeconds = 3_600
/** A story that goes out later than this after its time is late. */
export const lateAfterSeconds = 900

/** A call's deadline ends well before the lease does, so that nobody else holds the row while it may still land. */
export function callDeadlineMs(): number {
  const { PUBLISH_CALL_TIMEOUT_SECONDS, PUBLISH_LEASE_SECONDS } = env()
  return Math.min(PUBLISH_CALL_TIMEOUT_SECONDS, PUBLISH_LEASE_SECONDS * 0.8) * 1000
}

const jittered = (seconds: number): number => seconds * (0.9 + Math.random() * 0.2)

/** What a row has been through: all its attempts, this one included, and how many of them this very fault sent back. */
export type Tries = { attempts: number; ofFault: number }

/** Seconds to wait before the next try: exactly until a time that the network names, else longer with each try. */
export function retryDelaySeconds(fault: ChannelFault, tries: Tries, now: Date): number {
  if (fault.retryAt) return Math.max(1, (fault.retryAt.getTime() - now.getTime()) / 1000)
  const first = fault.waitSeconds ?? (fault.category === 'rate' ? unnamedRateLimitSeconds : null)
  if (first !== null) return jittered(Math.min(first * 2 ** tries.ofFault, Math.max(first, longestRetrySeconds)))
  return jittered(retryDelaysSeconds[Math.min(tries.attempts, retryDelaysSeconds.length) - 1] ?? 10)
}

/**
 * How long rows are gathered that take the same step at nearly the same time, so that they share its statement. Short
 * beside a network's answer; a row that is alone does not wait.
 */
export const gathered = { gatherMs: 20 }
