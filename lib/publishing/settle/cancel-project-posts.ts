import { sql, type Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { startedRow } from '@/lib/queue-items/started'

/**
 * Rejects all waiting posts of a project that is being deleted. A worker that holds one loses it before it sends,
 * because each of its writes requires an approved row. The publisher finishes posts that may already be public.
 */
export async function cancelProjectPosts(tx: Transaction<DB>, projectId: string): Promise<void> {
  // Lock stories before their rows, as everywhere.
  await sql`
    select from stories s where s.project_id = ${projectId} and exists (
      select from queue_items q where q.story_id = s.id and q.status in ('pending', 'approved'))
    order by s.id for update`.execute(tx)
  const { rows } = await sql<{ story_id: string }>`
    update queue_items set status = 'rejected', skip_reason = 'project_deleted', skip_category = 'other',
      next_attempt_at = null, lease_until = null, updated_at = now()
    where project_id = ${projectId} and status in ('pending', 'approved') and not ${startedRow}
    returning story_id`.execute(tx)
  const storyIds = [...new Set(rows.map(({ story_id }) => story_id))]
  await sql`
    update stories set status = 'cancelled', updated_at = now()
    where id = any(${storyIds}::uuid[]) and status = 'scheduled'`.execute(tx)
}
