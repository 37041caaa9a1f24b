import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
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

/** Keeps how a refresh or a reading of metrics went. */
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

/** The code of a reading that was refused for want of a permission, whatever the network calls that. */
export const missingPermission = 'missing_permission'

/** Why an account is not even asked. Nothing failed in this moment, so these are no failures to be counted. */
export const standstillCodes = ['not_connected', 'revoked', 'access_not_renewed', 'circuit_open'] as const
export type Standstill = Pick<Check, 'projectId' | 'connectionId' | 'channel'> & {
  code: (typeof standstillCodes)[number]
  message: string
}

/** Keeps that readings stand still and why, when they begin to: every turn of the job finds the same. */
export async function recordStandstill(db: Database, found: Standstill): Promise<void> {
  const { projectId, connectionId, channel, code, message } = found
  await sql`
    insert into connection_checks (id, project_id, connection_id, channel, kind, is_ok, code, message)
    select ${newId()}, ${projectId}, ${connectionId}, ${channel}, 'sync', false, ${code}, ${message}
    where (
      select k.code from connection_checks k
      where k.connection_id = ${connectionId} and k.kind = 'sync' order by k.created_at desc limit 1
    ) is distinct from ${code}`.execute(db)
}

/** So many authentication failures within so many minutes stop the readings of a connection. */
export const breaker = { failures: 5, windowMinutes: 60 } as const

/**
 * Connections that are not to be read because the network keeps refusing their credentials. What failed before the last
 * connect or refresh does not count, so reconnecting closes the circuit at once.
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

/** Health looks back a day and the breaker an hour; a month is for people who ask what happened. */
const keptDays = 30

export async function forgetChecks(db: Database): Promise<void> {
  await sql`delete from connection_checks where created_at < now() - make_interval(days => ${keptDays})`.execute(db)
}
