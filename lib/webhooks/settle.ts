import { sql, type Transaction } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import { perDatabase } from '@/lib/db/coalesce'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import type { Claimed, Target } from './claim'
import { countsForHealth, lockHealth, storeHealth } from './health-store'
import { retryDelaySeconds } from './schedule'
import type { Attempt } from './send'
import { testPing } from './test-ping'

export type Result = { claimed: Claimed; target: Target; attempt: Attempt }

/**
 * Records what came of an attempt: the attempt itself, what becomes of its delivery, the health of its endpoint.
 * Results that arrive together are recorded together.
 *
 * @returns false when the delivery is no longer this worker's: its lease had ended, and another has taken it
 */
export const settle = perDatabase(settleMany, { maxItems: 200, gatherMs: 5 })

async function settleMany(db: Database, results: Result[]): Promise<boolean[]> {
  // In the order of their ids, so that two workers who record the same rows do not wait for each other in a circle.
  const inOrder = [...results].sort((one, other) => (one.claimed.id < other.claimed.id ? -1 : 1))
  const held = needsHealth(results)
    ? await transaction(db, async (tx) => {
        // Endpoints are locked before their deliveries, everywhere.
        const endpoints = await lockHealth(tx, results)
        const stored = await storeAttempts(tx, inOrder)
        // Who lost a delivery, or has recorded it before the answer to that was lost, counts nothing of it.
        const counted = results.filter(({ claimed }) => stored.has(claimed.id))
        await storeHealth(tx, endpoints, counted)
        return stored
      })
    : await storeAttempts(db, inOrder)
  for (const { claimed } of results)
    if (!held.has(claimed.id)) log.warn('webhooks.lease_lost', { delivery: claimed.id, event: claimed.event_id })
  return results.map(({ claimed }) => held.has(claimed.id))
}

/** A success of an endpoint that was well before it changes nothing of its health. */
const needsHealth = (results: Result[]): boolean =>
  results.some((result) => countsForHealth(result) && (result.target.isFailing || !result.attempt.isSuccess))

type Outcome = { status: string; retrySeconds: number | null }

function outcomeOf({ claimed, attempt }: Result): Outcome {
  if (attempt.isSuccess) return { status: 'succeeded', retrySeconds: null }
  if (claimed.event === testPing) return { status: 'failed', retrySeconds: null }
  const retrySeconds = retryDelaySeconds(claimed.attempt_count + 1)
  return { status: retrySeconds === null ? 'permanent_failure' : 'failed', retrySeconds }
}

/** One statement for all of them. Under the fence: who lost a delivery writes nothing of it. */
async function storeAttempts(db: Database | Transaction<DB>, results: Result[]): Promise<Set<string>> {
  const rows = results.map((result) => {
    const { claimed, attempt } = result
    const { status, retrySeconds } = outcomeOf(result)
    return {
      id: claimed.id,
      fence: claimed.fence,
      status,
      retry_seconds: retrySeconds,
      attempt_id: newId(),
      age_ms: monotonicMs() - attempt.startedMs,
      duration_ms: attempt.durationMs,
      request_headers: attempt.requestHeaders,
      status_code: attempt.statusCode,
      error: attempt.error,
      response_body: attempt.responseBody,
      is_response_cut: attempt.isResponseCut,
    }
  })
  const { rows: held } = await sql<{ id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, fence int, status text,
        retry_seconds float8, attempt_id uuid, age_ms float8, duration_ms int, request_headers jsonb, status_code int,
        error text, response_body text, is_response_cut boolean)
    ), settled as (
      update webhook_deliveries d set status = g.status, attempt_count = d.attempt_count + 1, updated_at = now(),
        next_attempt_at = now() + make_interval(secs => g.retry_seconds),
        last_status_code = g.status_code, last_error = g.error
      from given g where d.id = g.id and d.fence = g.fence and d.status = 'in_flight'
      returning d.id, d.attempt_count
    ), noted as (
      insert into webhook_attempts (id, delivery_id, number, started_at, duration_ms, request_headers, status_code,
        error, response_body, is_response_cut)
      select g.attempt_id, s.id, s.attempt_count, clock_timestamp() - make_interval(secs => g.age_ms / 1000),
        g.duration_ms, g.request_headers, g.status_code, g.error, g.response_body, g.is_response_cut
      from settled s join given g on g.id = s.id
    )
    select id from settled`.execute(db)
  return new Set(held.map(({ id }) => id))
}
