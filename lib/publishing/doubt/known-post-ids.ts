import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { PublishContext } from '../claim/publish-context'

/**
 * Ids of posts and drafts of this account that belong to other rows. None of them may be adopted. The account may be
 * connected more than once or to several projects. Rows that are not settled yet have their posts only in `progress`.
 */
export async function knownPostIds(db: Database, { connection, claim }: PublishContext): Promise<string[]> {
  if (!connection) return []
  const { rows } = await sql<{ id: string }>`
    with connections as (
      select id, project_id from social_connections
      where channel = ${claim.channel} and account_id = ${connection.account_id}
    ), settled as (
      select external_id as id from queue_items
      where connection_id in (select id from connections) and external_id is not null and id <> ${claim.id}
      order by published_at desc limit 1000
    ), in_progress as (
      select step.value ->> 'id' as id from queue_items q
      cross join jsonb_each(coalesce(q.progress -> 'done', '{}')) as step
      where q.project_id in (select project_id from connections) and q.channel = ${claim.channel}
        and q.status = 'approved' and q.attempt_count > 0 and q.next_attempt_at < now() + interval '1 day'
        and q.id <> ${claim.id} and (step.key in ('publish', 'draft') or step.key like 'thread-%')
    )
    select id from settled union select id from in_progress where id is not null`.execute(db)
  return rows.map(({ id }) => id)
}
