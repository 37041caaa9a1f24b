import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

const deliveryDays = 30
const eventDays = 90
const alertDays = 90

/** Rows per statement. Small, so that no other statement waits long. */
const pageRows = 1_000
/** Statements per run. The next run deletes the rest. */
const maxPages = 500

/**
 * Deletes deliveries and their attempts after 30 days, and events and alerts after 90. Selects them by id, which contains
 * the time, so that it needs no other index.
 *
 * @returns the number of rows deleted from each table
 */
export async function deleteOldDeliveries(
  db: Database,
): Promise<{ deliveries: number; events: number; alerts: number }> {
  const deliveries = await deletePages(db, 'webhook_deliveries', deliveryDays)
  await deleteEndpoints(db)
  const events = await deletePages(db, 'events', eventDays)
  return { deliveries, events, alerts: await deletePages(db, 'webhook_alerts', alertDays) }
}

/** Rows of deleted endpoints, one day after their last delivery. */
async function deleteEndpoints(db: Database): Promise<void> {
  await sql`
    delete from webhook_endpoints
    where deleted_at < now() - make_interval(days => ${deliveryDays + 1})`.execute(db)
}

type OldRows = 'webhook_deliveries' | 'events' | 'webhook_alerts'

async function deletePages(db: Database, table: OldRows, days: number): Promise<number> {
  let count = 0
  for (let page = 0; page < maxPages; page++) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where id < ${firstIdOf(days)} order by id limit ${pageRows})`.execute(db)
    count += Number(numAffectedRows)
    if (numAffectedRows < pageRows) break
  }
  return count
}

/** The smallest version 7 UUID of that day. Its first 48 bits are milliseconds (RFC 9562, section 5.7). */
const firstIdOf = (days: number) => sql`(
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8000-000000000000')::uuid
  from lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') h)`
