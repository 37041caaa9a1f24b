import { type Selectable, sql } from 'kysely'
import { findBoardRow } from '@/lib/boards/repository'
import type { ChannelId } from '@/lib/channel-ids'
import type { ResolvedPost } from '@/lib/channels/channel'
import { defaultBoardOf } from '@/lib/connections/default-board'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { QueueItems, SocialConnections, Stories } from '@/lib/db/types.generated'
import { postLinksOf, targetOf } from '@/lib/posts/links'
import { resolvePost } from '@/lib/posts/resolve'
import { pausedProjects } from '@/lib/queue-items/paused'
import type { Progress } from '@/lib/queue-items/progress'
import { isStarted } from '@/lib/queue-items/started'
import { keepLinks } from '@/lib/tracking/repository'
import { batchWindow } from './batch-window'
import type { Claim } from './claim-due'
import { LeaseLost } from './lease'

/** Everything needed to publish one claimed row. */
export type PublishContext = {
  claim: Claim
  item: Selectable<QueueItems> & { channel: ChannelId }
  story: Selectable<Stories>
  connection: Connection | null
  progress: Progress
  post: ResolvedPost
  /** The project is paused: only started rows go on. */
  isPaused: boolean
  /** A planned post of sample data. It may be published to sandbox accounts only. */
  isSample: boolean
}

type Connection = Selectable<SocialConnections>

/** @throws LeaseLost when the row is no longer this worker's */
export async function loadContext(db: Database, claim: Claim): Promise<PublishContext> {
  const loaded = await loadMany(db, claim)
  if (!loaded || loaded.item.fence !== claim.fence) throw new LeaseLost()
  const { item, story, connection, projectSlug, isPaused, isSample } = loaded
  const { channel } = claim
  const links = postLinksOf({ story, item, channel, projectSlug }, story.id)
  const { tracked, link, ownLink } = links
  const defaultBoardId = defaultBoardOf(connection)
  const { post: resolved } = resolvePost(story, channel, {
    link,
    ownLink,
    linkTarget: targetOf(links),
    defaultBoardId,
  })
  // Before the post is public: readers may click its links at once.
  const of = { projectId: story.project_id, storyId: story.id }
  if (tracked.length > 0) await keepLinks(db, { of, links: tracked })
  const post = connection && resolved.boardId ? await withBoardName(db, connection, resolved) : resolved
  return {
    claim,
    item: { ...item, channel },
    story,
    ...atOneAccount(item.progress as Progress, connection),
    post,
    isPaused,
    isSample,
  }
}

/**
 * Another account may have been connected since the row was started. If part of the row is public at the first account,
 * it cannot be finished at the other one, so the row has no connection. Otherwise it starts over.
 */
function atOneAccount(
  progress: Progress,
  connection: Connection | null,
): Pick<PublishContext, 'progress' | 'connection'> {
  const isOther = progress.account !== undefined && connection !== null && connection.account_id !== progress.account
  if (!isOther) return { progress, connection }
  return isStarted(progress) ? { progress, connection: null } : { progress: {}, connection }
}

/** Error messages name the board as the composer does. */
async function withBoardName(db: Database, connection: Connection, post: ResolvedPost): Promise<ResolvedPost> {
  const { boardId } = post
  const chosen = connection.metadata as { default_board_id?: unknown; default_board_name?: unknown } | null
  if (boardId === chosen?.default_board_id && typeof chosen?.default_board_name === 'string')
    return { ...post, boardName: chosen.default_board_name }
  const board = await findBoardRow(db, connection.project_id, connection.id, boardId ?? '')
  return { ...post, boardName: board?.name ?? null }
}

type Loaded = Pick<PublishContext, 'story' | 'connection'> & {
  item: Selectable<QueueItems>
  projectSlug: string
  isPaused: boolean
  isSample: boolean
}

/** Loads all rows that were claimed together with one set of queries. */
const loadMany = perDatabase(async (db, claims: Claim[]): Promise<(Loaded | null)[]> => {
  const [items, stories, connections] = await Promise.all([
    db
      .selectFrom('queue_items')
      .selectAll()
      .where(sql<boolean>`id = any(${claims.map(({ id }) => id)}::uuid[])`)
      .execute(),
    db
      .selectFrom('stories as s')
      .innerJoin('projects as p', 'p.id', 's.project_id')
      .selectAll('s')
      .select([
        'p.slug',
        sql<boolean>`p.id in (${pausedProjects})`.as('is_paused'),
        sql<boolean>`exists (select from sample_data d
          where d.project_id = s.project_id and d.resource_id = s.id and d.kind = 'planned')`.as('is_sample'),
      ])
      .where(sql<boolean>`s.id = any(${claims.map(({ story_id }) => story_id)}::uuid[])`)
      .execute(),
    connectionsOf(db, claims),
  ])
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const storyOf = new Map(stories.map((story) => [story.id, story]))
  const connectionOf = new Map(
    connections.map((connection) => [`${connection.project_id}/${connection.channel}`, connection]),
  )
  return claims.map(({ id, story_id, project_id, channel }) => {
    const item = itemOf.get(id)
    const found = storyOf.get(story_id)
    if (!item || !found) return null
    const { slug: projectSlug, is_paused: isPaused, is_sample: isSample, ...story } = found
    const connection = connectionOf.get(`${project_id}/${channel}`) ?? null
    return { item, story, projectSlug, isPaused, isSample, connection }
  })
}, batchWindow)

async function connectionsOf(db: Database, claims: Claim[]): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select c.* from social_connections c
    where c.disconnected_at is null and (c.project_id, c.channel) in (
      select * from unnest(${claims.map(({ project_id }) => project_id)}::uuid[],
        ${claims.map(({ channel }) => channel)}::text[]))`.execute(db)
  return rows
}
