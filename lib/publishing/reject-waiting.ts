import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { begunRow } from './begun'

/**
 * Rejects every post of a project that waits, because the project is deleted. A worker that holds one loses it before it
 * sends: each of its writes needs an approved row. What may be public already is left to the publisher to settle.
 */
export async function rejectWaitingOf(tx: Transaction<DB>, projectId: string): Promise<void> {
  // Stories before their rows, as everywhere.
  await sql`
    select from stories s where s.project_id = ${projectId} and exists (
      select from queue_items q where q.story_id = s.id and q.status in ('pending', 'approved'))
    order by s.id for update`.execute(tx)
  const { rows } = await sql<{ story_id: string }>`
    update queue_items set status = 'rejected', skip_reason = 'project_deleted', skip_category = 'other',
      next_attempt_at = null, lease_until = null, updated_at = now()
    where project_id = ${projectId} and status in ('pending', 'approved') and not ${begunRow}
    returning story_id`.execute(tx)
  const storyIds = [...new Set(rows.map(({ story_id }) => story_id))]
  await sql`
    update stories set status = 'cancelled', updated_at = now()
    where id = any(${storyIds}::uuid[]) and status = 'scheduled'`.execute(tx)
}
