import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { LeaseLost } from './lease'
import type { Work } from './work'

/**
 * Opens a line in the attempt ledger. A line that an earlier worker left open belonged to a worker that died, and is
 * closed as `lost`.
 *
 * @returns the id of the new line
 */
export async function beginAttempt(db: Database, { claim, item }: Work): Promise<string> {
  const id = newId()
  const { rows } = await sql`
    with row as (
      update queue_items set attempt_count = attempt_count + 1
      where id = ${claim.id} and fence = ${claim.fence} and status = 'approved' and lease_until > now()
      returning id, story_id, channel, attempt_count, lease_owner
    ), lost as (
      update publish_attempts set outcome = 'lost', finished_at = now() from row
      where publish_attempts.queue_item_id = row.id and publish_attempts.outcome is null
    )
    insert into publish_attempts (id, queue_item_id, story_id, channel, number, fence, worker)
    select ${id}, id, story_id, channel, attempt_count, ${claim.fence}, coalesce(lease_owner, '') from row
    returning id`.execute(db)
  if (rows.length === 0) throw new LeaseLost()
  item.attempt_count += 1
  return id
}

export type AttemptEnd = {
  outcome: 'posted' | 'adopted' | 'retry' | 'in_doubt' | 'failed'
  category?: string | null
  code?: string | null
  message?: string | null
  providerStatus?: number | null
  providerAnswer?: string | null
}

export async function endAttempt(db: Database, id: string, end: AttemptEnd): Promise<void> {
  await db
    .updateTable('publish_attempts')
    .set({
      outcome: end.outcome,
      finished_at: sql<Date>`clock_timestamp()`,
      category: end.category ?? null,
      code: end.code ?? null,
      message: end.message ?? null,
      provider_status: end.providerStatus ?? null,
      provider_answer: end.providerAnswer?.slice(0, 2_000) ?? null,
    })
    .where('id', '=', id)
    .execute()
}
