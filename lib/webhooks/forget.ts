import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

const deliveryDays = 30
const eventDays = 90
const alertDays = 90

/** Rows of one statement: small enough that nobody waits for it. */
const pageRows = 1_000
/** Statements of one run; what is left over has its turn in the next. */
const pagesMax = 500

/**
 * Deletes deliveries with their attempts after 30 days; after 90 events, with what is left of them, and alerts, of which an
 * endpoint that fails every other minute raises hundreds a day. All go by their ids, which hold their time, so no index
 * is kept for it.
 *
 * @returns how many rows of each were deleted
 */
export async function forgetDeliveries(db: Database): Promise<{ deliveries: number; events: number; alerts: number }> {
  const deliveries = await deletePages(db, 'webhook_deliveries', deliveryDays)
  await deleteEndpoints(db)
  const events = await deletePages(db, 'events', eventDays)
  return { deliveries, events, alerts: await deletePages(db, 'webhook_alerts', alertDays) }
}

/** Those that a person deleted, once nothing of theirs is left that would have to go with them. */
async function deleteEndpoints(db: Database): Promise<void> {
  await sql`
    delete from webhook_endpoints
    where deleted_at < now() - make_interval(days => ${deliveryDays + 1})`.execute(db)
}

type Forgotten = 'webhook_deliveries' | 'events' | 'webhook_alerts'

async function deletePages(db: Database, table: Forgotten, days: number): Promise<number> {
  let count = 0
  for (let page = 0; page < pagesMax; page++) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where id < ${firstIdOf(days)} order by id limit ${pageRows})`.execute(db)
    count += Number(numAffectedRows)
    if (numAffectedRows < pageRows) break
  }
  return count
}

/** The least UUID of version 7 of that many days ago (RFC 9562, section 5.7): its first 48 bits are milliseconds. */
const firstIdOf = (days: number) => sql`(
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8000-000000000000')::uuid
  from lpad(to_hex((extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') h)`
