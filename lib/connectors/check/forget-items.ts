import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { itemDays, itemsKept } from '../limits'

const batchRows = 1_000

/**
 * Deletes items that left their source long ago, and the oldest ones of sources that never stop. Items that are still in
 * the source stay: otherwise they would be new again.
 */
export async function forgetItems(db: Database): Promise<{ deleted: number }> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from connector_items where id in (
        select i.id from connectors c join connector_items i on i.connector_id = c.id
        where i.last_seen_at < c.last_read_at - make_interval(days => ${itemDays})
          or (i.last_seen_at < c.last_read_at - interval '2 days' and i.id < (
            select k.id from connector_items k where k.connector_id = c.id order by k.id desc offset ${itemsKept} limit 1))
        limit ${batchRows})`.execute(db)
    deleted += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batchRows) return { deleted }
  }
}
