import { sql, type Transaction } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { afterFailure, afterSuccess, alertMessage, type Health } from './health'

export type EndpointHealth = Health & { id: string; url: string; now: Date }

/** A finished attempt. Times are on the monotonic clock of this process. */
export type EndpointResult = {
  endpointId: string
  startedMs: number
  endedMs: number
  isSuccess: boolean
  /** The delivery has failed permanently. */
  isFinal: boolean
  error: string | null
}

/** Locks the endpoints whose health these results may change, ordered by id to avoid deadlocks. */
export async function lockHealth(tx: Transaction<DB>, results: readonly EndpointResult[]): Promise<EndpointHealth[]> {
  const ids = [...new Set(results.map(({ endpointId }) => endpointId))]
  const failed = [...new Set(results.filter(({ isSuccess }) => !isSuccess).map(({ endpointId }) => endpointId))]
  const { rows } = await sql<EndpointHealth>`
    select id, url, active, health_status, consecutive_failures, failure_count, last_failure_at, paused_until,
      clock_timestamp() as now
    from webhook_endpoints
    where id = any(${ids}::uuid[]) and (id = any(${failed}::uuid[]) or consecutive_failures > 0)
    order by id for no key update`.execute(tx)
  return rows
}

/** Applies the results in the order in which the attempts ended. */
export async function updateHealth(
  tx: Transaction<DB>,
  endpoints: readonly EndpointHealth[],
  results: readonly EndpointResult[],
): Promise<void> {
  for (const endpoint of endpoints) {
    const own = results.filter(({ endpointId }) => endpointId === endpoint.id)
    if (own.length > 0) await storeHealth(tx, await applyResults(tx, endpoint, own))
  }
}

/** Converts times to the clock of the database, because results of several machines are compared. */
async function applyResults(
  tx: Transaction<DB>,
  before: EndpointHealth,
  results: EndpointResult[],
): Promise<EndpointHealth> {
  const nowMs = monotonicMs()
  const at = (ms: number): Date => new Date(before.now.getTime() - (nowMs - ms))
  let endpoint = before
  for (const result of [...results].sort((one, other) => one.endedMs - other.endedMs)) {
    if (result.isSuccess) {
      endpoint = { ...endpoint, ...afterSuccess(endpoint) }
      continue
    }
    const failure = { startedAt: at(result.startedMs), endedAt: at(result.endedMs) }
    const { alert, ...health } = afterFailure(endpoint, failure)
    endpoint = { ...endpoint, ...health, failure_count: health.failure_count + (result.isFinal ? 1 : 0) }
    if (!alert) continue
    const message = alertMessage(alert, endpoint.url, result.error ?? '')
    await tx
      .insertInto('webhook_alerts')
      .values({ id: newId(), endpoint_id: endpoint.id, kind: alert, message })
      .execute()
    log.warn('webhooks.alert', { endpoint: endpoint.id, kind: alert })
  }
  return endpoint
}

/** Leaves `updated_at` alone: it is the time of the last change by a user. */
async function storeHealth(tx: Transaction<DB>, { id, url: _, now: __, ...health }: EndpointHealth): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(health).where('id', '=', id).execute()
}
