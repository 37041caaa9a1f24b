import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type listLastPosts as contract, type LastPost, lastPostsMax } from './contract'

type Row = Omit<LastPost, 'published_at'> & { published_at: Date }

/** Posts of this account, through any of its connections. */
export async function listLastPosts(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'connections:read')
  const { rows } = await sql<Row>`
    select c.id as connection_id, c.channel, last.* from social_connections c
    cross join lateral (
      select q.id as queue_item_id, q.story_id, s.title, s.caption as primary_caption, q.published_at, q.published_url
      from queue_items q
      join stories s on s.id = q.story_id
      join social_connections at on at.id = q.connection_id and at.account_id = c.account_id
      where q.project_id = c.project_id and q.channel = c.channel and q.status = 'posted' and s.origin = 'storycast'
      order by q.published_at desc limit ${lastPostsMax}
    ) as last
    where c.project_id = ${projectId} and c.disconnected_at is null
    order by c.channel, last.published_at desc`.execute(context.db)
  return { posts: rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() })) }
}
