import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { WebhookAlerts } from '@/lib/db/types.generated'
import { type EndpointScope, endpointsIn } from '../access/find-endpoints'

export type AlertRow = Selectable<WebhookAlerts>

export async function listAlerts(
  db: Database,
  scope: EndpointScope,
  { isUnreadOnly, limit, after }: { isUnreadOnly: boolean; limit: number; after: string | undefined },
): Promise<AlertRow[]> {
  const older = after === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id < ${after}`
  const unread = isUnreadOnly ? sql<SqlBool>`read_at is null` : sql<SqlBool>`true`
  const { rows } = await sql<AlertRow>`
    select a.* from ${endpointsIn(scope)} e cross join lateral (
      select * from webhook_alerts
      where endpoint_id = e.id and ${older} and ${unread} order by id desc limit ${limit}) a
    order by a.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * @param ids of the alerts; undefined: all
 * @returns how many were unread before
 */
export async function markAlertsRead(
  db: Database,
  scope: EndpointScope,
  ids: readonly string[] | undefined,
): Promise<number> {
  const isNamed = ids === undefined ? sql<SqlBool>`true` : sql<SqlBool>`a.id = any (${[...ids]}::uuid[])`
  const { numAffectedRows } = await sql`
    update webhook_alerts a set read_at = now()
    where a.endpoint_id in (select id from ${endpointsIn(scope)} e) and ${isNamed} and a.read_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}
