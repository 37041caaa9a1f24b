import { sql, type Transaction } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { afterFailure, afterSuccess, alertWords, type Health } from './health'
import { retryDelaySeconds } from './schedule'
import type { Result } from './settle'
import { testPing } from './test-ping'

export type EndpointHealth = Health & { id: string; url: string; now: Date }

/** Test pings do not count: an endpoint that is being set up may fail any number of times. */
export const countsForHealth = ({ claimed }: Result): boolean => claimed.event !== testPing

/** The endpoints whose health may change with these results, locked in the order of their ids. */
export async function lockHealth(tx: Transaction<DB>, results: readonly Result[]): Promise<EndpointHealth[]> {
  const counted = results.filter(countsForHealth)
  const ids = [...new Set(counted.map(({ target }) => target.id))]
  const failed = [...new Set(counted.filter(({ attempt }) => !attempt.isSuccess).map(({ target }) => target.id))]
  const { rows } = await sql<EndpointHealth>`
    select id, url, active, health_status, consecutive_failures, failure_count, last_failure_at, paused_until,
      clock_timestamp() as now
    from webhook_endpoints
    where id = any(${ids}::uuid[]) and (id = any(${failed}::uuid[]) or consecutive_failures > 0)
    order by id for no key update`.execute(tx)
  return rows
}

/** Brings their health up to date with the results, in the order in which the attempts ended. */
export async function storeHealth(
  tx: Transaction<DB>,
  endpoints: readonly EndpointHealth[],
  results: readonly Result[],
): Promise<void> {
  for (const endpoint of endpoints) {
    const own = results.filter((result) => countsForHealth(result) && result.target.id === endpoint.id)
    if (own.length > 0) await storeOne(tx, await fold(tx, endpoint, own))
  }
}

/** Attempts are placed on the database's clock by their age, as those of several machines are compared. */
async function fold(tx: Transaction<DB>, before: EndpointHealth, results: Result[]): Promise<EndpointHealth> {
  const nowMs = monotonicMs()
  const at = (ms: number): Date => new Date(before.now.getTime() - (nowMs - ms))
  const endedMs = ({ attempt }: Result): number => attempt.startedMs + attempt.durationMs
  let endpoint = before
  for (const result of [...results].sort((one, other) => endedMs(one) - endedMs(other))) {
    const { attempt, claimed } = result
    if (attempt.isSuccess) {
      endpoint = { ...endpoint, ...afterSuccess(endpoint) }
      continue
    }
    const failure = { startedAt: at(attempt.startedMs), endedAt: at(endedMs(result)) }
    const { alert, ...health } = afterFailure(endpoint, failure)
    const isFinal = retryDelaySeconds(claimed.attempt_count + 1) === null
    endpoint = { ...endpoint, ...health, failure_count: health.failure_count + (isFinal ? 1 : 0) }
    if (!alert) continue
    const message = alertWords(alert, endpoint.url, attempt.error ?? '')
    await tx
      .insertInto('webhook_alerts')
      .values({ id: newId(), endpoint_id: endpoint.id, kind: alert, message })
      .execute()
    log.warn('webhooks.alert', { endpoint: endpoint.id, kind: alert })
  }
  return endpoint
}

/** `updated_at` is left alone: it tells when somebody changed the endpoint. */
async function storeOne(tx: Transaction<DB>, { id, url: _, now: __, ...health }: EndpointHealth): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(health).where('id', '=', id).execute()
}
