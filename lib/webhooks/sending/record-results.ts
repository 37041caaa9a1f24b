import { sql, type Transaction } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import { perDatabase } from '@/lib/db/coalesce'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { testPing } from '../events'
import { type EndpointResult, lockHealth, updateHealth } from '../health/update-health'
import type { Claimed } from './claim'
import { retryDelaySeconds } from './retry-schedule'
import type { Attempt } from './send'
import type { Target } from './target'

export type Result = { claimed: Claimed; target: Target; attempt: Attempt }

/**
 * Records a finished attempt: the attempt, the status of its delivery and the health of its endpoint. Concurrent calls
 * share one statement.
 *
 * @returns false if another worker has claimed the delivery, because the lease had expired
 */
export const recordResult = perDatabase(recordResults, { maxItems: 500, gatherMs: 20 })

async function recordResults(db: Database, results: Result[]): Promise<boolean[]> {
  // Ordered by id, so that two workers with the same rows cannot deadlock.
  const inOrder = [...results].sort((one, other) => (one.claimed.id < other.claimed.id ? -1 : 1))
  const recorded = mayChangeHealth(results)
    ? await transaction(db, async (tx) => {
        // Endpoints are always locked before their deliveries.
        const endpoints = await lockHealth(tx, endpointResultsOf(results))
        const stored = await storeAttempts(tx, inOrder)
        // Counts only what was recorded now, not a lost delivery or a repeated recording.
        const counted = results.filter(({ claimed }) => stored.has(claimed.id))
        await updateHealth(tx, endpoints, endpointResultsOf(counted))
        return stored
      })
    : await storeAttempts(db, inOrder)
  for (const { claimed } of results)
    if (!recorded.has(claimed.id)) log.warn('webhooks.lease_lost', { delivery: claimed.id, event: claimed.event_id })
  return results.map(({ claimed }) => recorded.has(claimed.id))
}

/** Test pings do not count: an endpoint may fail any number of them while it is set up. */
const countsForHealth = ({ claimed }: Result): boolean => claimed.event !== testPing

/** A success at a healthy endpoint changes nothing. */
const mayChangeHealth = (results: Result[]): boolean =>
  results.some((result) => countsForHealth(result) && (result.target.isFailing || !result.attempt.isSuccess))

const endpointResultsOf = (results: Result[]): EndpointResult[] =>
  results.filter(countsForHealth).map(({ target, claimed, attempt }) => ({
    endpointId: target.id,
    startedMs: attempt.startedMs,
    endedMs: attempt.startedMs + attempt.durationMs,
    isSuccess: attempt.isSuccess,
    isFinal: retryDelaySeconds(claimed.attempt_count + 1) === null,
    error: attempt.error,
  }))

type Outcome = { status: string; retrySeconds: number | null }

function outcomeOf({ claimed, attempt }: Result): Outcome {
  if (attempt.isSuccess) return { status: 'succeeded', retrySeconds: null }
  if (claimed.event === testPing) return { status: 'failed', retrySeconds: null }
  const retrySeconds = retryDelaySeconds(claimed.attempt_count + 1)
  return { status: retrySeconds === null ? 'permanent_failure' : 'failed', retrySeconds }
}

/** Stores all attempts in one statement. A row with another fence belongs to another worker and stays unchanged. */
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
  const { rows: stored } = await sql<{ id: string }>`
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
  return new Set(stored.map(({ id }) => id))
}
