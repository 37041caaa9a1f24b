import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/**
 * Clicks on tracked links of posts and their slides, by queue item. Omits posts without such links, because they have
 * no data.
 */
export async function clicksOf(
  db: Database,
  projectId: string,
  itemIds: readonly string[],
): Promise<Map<string, number>> {
  if (itemIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; clicks: number }>`
    select q.id, coalesce(sum(d.clicks), 0)::bigint as clicks
    from queue_items q
    join tracked_links l on l.story_id = q.story_id and l.channel = q.channel
    left join link_click_days d on d.code = l.code
    where q.id = any(${[...itemIds]}::uuid[]) and q.project_id = ${projectId}
    group by q.id`.execute(db)
  return new Map(rows.map(({ id, clicks }) => [id, clicks]))
}
