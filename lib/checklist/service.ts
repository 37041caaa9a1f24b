import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { InputOf } from '@/lib/api/contract'
import type { Checklist, getChecklist } from './contract'

/** Each subquery stops at the first match. */
export async function get(context: Context, { id }: InputOf<typeof getChecklist>): Promise<Checklist> {
  const { projectId } = await accessProject(context, id, 'projects:read')
  const { rows } = await sql<Checklist>`
    select
      exists (select from social_connections where project_id = ${projectId} and disconnected_at is null) as is_connected,
      exists (select from stories where project_id = ${projectId}) as has_story,
      exists (select from stories where project_id = ${projectId} and scheduled_at is not null) as has_scheduled,
      (select story_id from queue_items where project_id = ${projectId} and status = 'posted'
        order by id limit 1) as live_story_id`.execute(context.db)
  return rows[0] as Checklist
}
