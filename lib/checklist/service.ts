import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { InputOf } from '@/lib/api/contract'
import type { Checklist, getChecklist } from './contract'

/** Each subquery stops at the first match. */
export async function get(context: Context, { id }: InputOf<typeof getChecklist>): Promise<Checklist> {
  const { projectId } = await accessProject(context, id, 'projects:read')
  const { rows } = await sql<Checklist>`
    with own as (
      select id, scheduled_at from stories s where project_id = ${projectId} and s.origin = 'storycast'
        and not exists (select from sample_data d where d.resource_id = s.id and d.project_id = s.project_id)
    )
    select
      exists (select from social_connections where project_id = ${projectId} and disconnected_at is null) as is_connected,
      exists (select from own) as has_story,
      exists (select from own where scheduled_at is not null) as has_scheduled,
      exists (select from sample_data where project_id = ${projectId}) as has_sample_data,
      (select story_id from queue_items q where project_id = ${projectId} and status = 'posted' and scheduled_at is not null
        and not exists (select from sample_data d where d.resource_id = q.story_id and d.project_id = q.project_id)
        order by id limit 1) as live_story_id`.execute(context.db)
  return rows[0] as Checklist
}
