import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { getLateness as contract } from './contract'

export async function getLateness(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'queue:read')
  const { rows } = await sql<AnswerOf<typeof contract>>`
    with posted as (
      select greatest(extract(epoch from published_at - scheduled_at), 0)::float8 as late from queue_items
      where project_id = ${projectId} and status = 'posted' and published_at > now() - interval '1 day'
        and scheduled_at is not null)
    select count(*)::int as posts,
      round(percentile_cont(0.5) within group (order by late)::numeric, 1)::float8 as p50_seconds,
      round(percentile_cont(0.95) within group (order by late)::numeric, 1)::float8 as p95_seconds,
      round(max(late)::numeric, 1)::float8 as longest_seconds
    from posted`.execute(context.db)
  const [found] = rows
  return found ?? { posts: 0, p50_seconds: null, p95_seconds: null, longest_seconds: null }
}
