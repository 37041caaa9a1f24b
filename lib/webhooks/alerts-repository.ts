import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { WebhookAlerts } from '@/lib/db/types.generated'
import { endpointsWithin, type Reach } from './repository'

export type AlertRow = Selectable<WebhookAlerts>

export async function listAlerts(
  db: Database,
  reach: Reach,
  { isUnreadOnly, limit, after }: { isUnreadOnly: boolean; limit: number; after: string | undefined },
): Promise<AlertRow[]> {
  const older = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id < ${after}`
  const unread = isUnreadOnly ? sql<SqlBool>`read_at is null` : sql<SqlBool>`true`
  const { rows } = await sql<AlertRow>`
    select a.* from ${endpointsWithin(reach)} e cross join lateral (
      select * from webhook_alerts
      where endpoint_id = e.id and ${older} and ${unread} order by id desc limit ${limit}) a
    order by a.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * @param ids of the alerts; undefined: all
 * @returns how many were not read before
 */
export async function markAlertsRead(db: Database, reach: Reach, ids: readonly string[] | undefined): Promise<number> {
  const named = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`a.id = any (${[...ids]}::uuid[])`
  const { numAffectedRows } = await sql`
    update webhook_alerts a set read_at = now()
    where a.endpoint_id in (select id from ${endpointsWithin(reach)} e) and ${named} and a.read_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}
