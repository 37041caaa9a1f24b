import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { WaitingStory } from './contract'
import type { Reader } from './reader'

/** Max queue rows read. Larger backlogs need no exact count. */
const waitingRowsMax = 1_000
const waitingShown = 10

export type WaitingRow = {
  id: string
  title: string | null
  caption: string
  channels: WaitingStory['channels']
  scheduled_at: Date | null
  asked_at: Date
  is_read: boolean
  total: number
  unread: number
}

/**
 * Stories that need approval, the next to be published first; each with the total number. Without those of sample data.
 */
export async function listWaiting(db: Database, reader: Reader): Promise<WaitingRow[]> {
  const { projectId, approvalsReadAt } = reader
  const { rows } = await sql<WaitingRow>`
    with waiting as (
      select story_id, min(scheduled_at) as scheduled_at, max(updated_at) as asked_at, array_agg(channel) as channels
      from (
        select story_id, scheduled_at, updated_at, channel from queue_items
        where project_id = ${projectId} and status = 'pending'
        order by id desc nulls last limit ${waitingRowsMax}) q
      group by story_id
    ), judged as (
      select w.*, s.title, left(s.caption, 300) as caption,
        coalesce(w.asked_at <= ${approvalsReadAt}::timestamptz, false) as is_read
      from waiting w join stories s on s.id = w.story_id
      where s.project_id = ${projectId} and s.status not in ('archived', 'cancelled')
        and not exists (select from sample_data d
          where d.project_id = s.project_id and d.resource_id = s.id and d.kind = 'planned')
    )
    select story_id as id, title, caption, channels, scheduled_at, asked_at, is_read,
      count(*) over () as total, count(*) filter (where not is_read) over () as unread
    from judged order by scheduled_at nulls last, story_id limit ${waitingShown}`.execute(db)
  return rows
}
