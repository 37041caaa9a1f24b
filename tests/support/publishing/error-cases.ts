import { sql } from 'kysely'
import { expect } from 'vitest'
import { database } from '@/lib/db/pool'
import {
  attemptsOf,
  type DueStory,
  failCalls,
  letTimePass,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
} from './publishing'

/** An error of the sandbox, as `POST /control/faults` accepts it. */
export type SandboxError = { fault: string; times?: number; [member: string]: unknown }

/** Result of a row after a call to its network failed. */
export type ErrorResult = {
  /** Result of the first try. */
  first: string
  /**
   * Seconds until the next try; null when there is none. 0 while the outcome is unknown: the network is queried
   * immediately.
   */
  waits: number | null
  /** Outcome and error code of each attempt. */
  attempts: string
  /** Final status and category. */
  ends: string
  /** The stored error code of the row. */
  code: string | null
  /** Posts in the network's own ledger. */
  posts: number
}

/** A rate limit pauses the whole connection. */
const endPause = (projectId: string) =>
  sql`update social_connections set paused_until = null where project_id = ${projectId}`.execute(database())

/**
 * Makes the next call of this name fail, and publishes the row until it is final.
 *
 * @param isOpen the call names no account, so the error applies to all calls of the network
 */
export async function publishWithError(
  { account, itemId, project }: DueStory,
  call: string,
  error: SandboxError,
  { isOpen = false } = {},
): Promise<ErrorResult> {
  await failCalls(isOpen ? { ...account, account_id: undefined } : account, { times: 1, ...error, call })
  const first = (await publishOnce(itemId)) ?? 'not due'
  const waits = first === 'waiting' ? await secondsToWait(itemId) : null
  if (first === 'waiting') {
    await endPause(project.projectId)
    await letTimePass(itemId, 120)
    await publishThroughDoubt(itemId)
  }
  const { status, skip_category, skip_reason, provider_code } = await rowOf(itemId)
  if (status === 'failed') {
    // A sentence, or the API's code for an invalid credential.
    expect(skip_reason).toMatch(/^([A-Z][^{}]+[.!]|oauth_revoked:\w+)$/)
    // A failed row is not retried.
    expect(skip_reason).not.toMatch(/by (itself|themselves)/)
  }
  return {
    first,
    waits: waits === null ? null : Math.max(0, Math.round(waits)),
    attempts: (await attemptsOf(itemId))
      .map(({ outcome, code }) => [outcome, code].filter(Boolean).join(' '))
      .join(', '),
    ends: [status, skip_category].filter(Boolean).join(' '),
    code: provider_code,
    posts: (await postsOf(account)).length,
  }
}

/** Our own delays vary by a tenth. Those from a network are exact to the second. */
export const about = (seconds: number, isExact = false): { asymmetricMatch(value: unknown): boolean } => ({
  asymmetricMatch: (value) =>
    typeof value === 'number' && Math.abs(value - seconds) <= (isExact ? 1 : Math.ceil(seconds / 10) + 1),
})
