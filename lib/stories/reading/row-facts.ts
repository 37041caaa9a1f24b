import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { ListedStory } from '../resource-contract'
import type { StoryRow } from '../serializer'

/** What a listed story tells about its queue rows. */
type RowFacts = Pick<ListedStory, 'waits_for_approval' | 'is_rejected' | 'channel_times'>

export const noRowFacts: RowFacts = { waits_for_approval: false, is_rejected: false, channel_times: [] }

type Facts = { story_id: string; is_waiting: boolean; is_rejected: boolean; times: Date[] | null }

/** By story. Lists first read a page by an index that does not know queue rows. */
export async function rowFactsOf(
  db: Database,
  projectId: string,
  stories: readonly StoryRow[],
): Promise<Map<string, RowFacts>> {
  const open = stories.filter(({ status }) => status === 'scheduled' || status === 'cancelled')
  if (open.length === 0) return new Map()
  const { rows } = await sql<Facts>`
    select story_id,
      bool_or(status = 'pending') and not bool_or(status = 'approved') as is_waiting,
      bool_and(status = 'rejected' and skip_category is not distinct from 'review') as is_rejected,
      array_agg(distinct scheduled_at order by scheduled_at)
        filter (where status in ('pending', 'approved') and scheduled_at is not null) as times
    from queue_items
    where project_id = ${projectId} and story_id = any(${open.map(({ id }) => id)}::uuid[])
    group by story_id`.execute(db)
  const statusOf = new Map(open.map(({ id, status }) => [id, status]))
  return new Map(
    rows.map(({ story_id, is_waiting, is_rejected, times }) => {
      const isScheduled = statusOf.get(story_id) === 'scheduled'
      const facts = {
        waits_for_approval: isScheduled && is_waiting,
        is_rejected: !isScheduled && is_rejected,
        channel_times: isScheduled ? (times ?? []).map((at) => at.toISOString()) : [],
      }
      return [story_id, facts]
    }),
  )
}
