import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'

export type Check = {
  projectId: string
  connectionId: string
  channel: ChannelId
  kind: 'sync' | 'refresh'
  isOk: boolean
  isAuthFailure?: boolean
  code?: string
  message?: string
}

/** Stores the result of a token refresh or a metrics sync. */
export async function recordCheck(db: Database, check: Check): Promise<void> {
  await db
    .insertInto('connection_checks')
    .values({
      id: newId(),
      project_id: check.projectId,
      connection_id: check.connectionId,
      channel: check.channel,
      kind: check.kind,
      is_ok: check.isOk,
      is_auth_failure: check.isAuthFailure ?? false,
      code: check.code ?? null,
      message: check.message?.slice(0, 1_000) ?? null,
    })
    .execute()
}

/** Code of a metrics sync that lacks a permission. */
export const missingPermission = 'missing_permission'

/** Reasons for not calling the network. They do not count as failures. */
export const skippedSyncCodes = ['not_connected', 'revoked', 'access_not_renewed', 'circuit_open'] as const
export type SkippedSync = Pick<Check, 'projectId' | 'connectionId' | 'channel'> & {
  code: (typeof skippedSyncCodes)[number]
  message: string
}

/** Stores the reason when metric syncs stop, once. */
export async function recordSkippedSync(db: Database, found: SkippedSync): Promise<void> {
  const { projectId, connectionId, channel, code, message } = found
  await sql`
    insert into connection_checks (id, project_id, connection_id, channel, kind, is_ok, code, message)
    select ${newId()}, ${projectId}, ${connectionId}, ${channel}, 'sync', false, ${code}, ${message}
    where (
      select k.code from connection_checks k
      where k.connection_id = ${connectionId} and k.kind = 'sync' order by k.created_at desc limit 1
    ) is distinct from ${code}`.execute(db)
}

/** Metric syncs of a connection stop after this many authentication failures within this time. */
export const breaker = { failures: 5, windowMinutes: 60 } as const

/**
 * Connections whose circuit breaker is open because the network keeps rejecting their credentials. Failures before
 * the last connect or refresh do not count, so reconnecting closes it at once.
 *
 * @returns their ids
 */
export async function brokenCircuits(db: Database, connectionIds: readonly string[]): Promise<Set<string>> {
  if (connectionIds.length === 0) return new Set()
  const { rows } = await sql<{ connection_id: string }>`
    select k.connection_id
    from connection_checks k join social_connections c on c.id = k.connection_id
    where k.connection_id = any(${[...connectionIds]}::uuid[]) and k.is_auth_failure
      and k.created_at > now() - make_interval(mins => ${breaker.windowMinutes})
      and k.created_at > greatest(c.connected_at, c.last_refresh_at)
    group by k.connection_id
    having count(*) >= ${breaker.failures}`.execute(db)
  return new Set(rows.map(({ connection_id }) => connection_id))
}

/** Health uses one day and the breaker one hour; a month helps support. */
const retentionDays = 30

export async function deleteOldChecks(db: Database): Promise<void> {
  await sql`delete from connection_checks where created_at < now() - make_interval(days => ${retentionDays})`.execute(
    db,
  )
}
