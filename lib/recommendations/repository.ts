import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { headlineOf } from '@/lib/stories/content/headline'
import type { Repeatable } from './repeat-winners'

/** Which of these stories were not used again: no later story has the same caption. */
export async function findRepeatable(
  db: Database,
  projectId: string,
  storyIds: readonly string[],
): Promise<Repeatable> {
  if (storyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; title: string | null; caption: string }>`
    select s.id, s.title, s.caption from stories s
    where s.project_id = ${projectId} and s.id = any(${[...storyIds]}::uuid[]) and s.status <> 'archived'
      and not exists (
        select from stories later
        where later.project_id = ${projectId} and later.id > s.id and later.caption = s.caption
          and later.status <> 'cancelled')`.execute(db)
  return new Map(rows.map((row) => [row.id, headlineOf(row)]))
}
