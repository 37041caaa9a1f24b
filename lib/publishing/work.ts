import { type Selectable, sql } from 'kysely'
import { findBoardRow } from '@/lib/boards/repository'
import type { ResolvedPost } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { QueueItems, SocialConnections, Stories } from '@/lib/db/types.generated'
import { postLinksOf, targetOf } from '@/lib/tracking/link'
import { keepLinks } from '@/lib/tracking/repository'
import { isBegun } from './begun'
import type { Claim } from './claim'
import { gathered } from './delays'
import { LeaseLost } from './lease'
import { pausedProjects } from './paused'
import type { Progress } from './progress'
import { resolvePost, type StoryContent } from './resolve'

/** Everything that publishing one claimed row needs, read in one go. */
export type Work = {
  claim: Claim
  item: Selectable<QueueItems> & { channel: ChannelId }
  story: Selectable<Stories>
  connection: Selectable<SocialConnections> | null
  progress: Progress
  post: ResolvedPost
  /** Its project is: then nothing new is begun. */
  isPaused: boolean
}

type Connection = Selectable<SocialConnections>

/**
 * Another account may have been connected since the row was begun. What is public at the first cannot be asked of, or
 * ended at, the other, so the row is then without a connection; what nobody has seen is begun anew.
 */
function atOneAccount(progress: Progress, connection: Connection | null): Pick<Work, 'progress' | 'connection'> {
  const isOther = progress.account !== undefined && connection !== null && connection.account_id !== progress.account
  if (!isOther) return { progress, connection }
  return isBegun(progress) ? { progress, connection: null } : { progress: {}, connection }
}

/** @throws LeaseLost when the row is no longer this worker's */
export async function loadWork(db: Database, claim: Claim): Promise<Work> {
  const read = await readMany(db, claim)
  if (!read || read.item.fence !== claim.fence) throw new LeaseLost()
  const { item, story, connection, projectSlug, isPaused } = read
  const { channel } = claim
  const links = postLinksOf({ story, item, channel, projectSlug }, story.id)
  const { tracked, link, ownLink } = links
  const defaultBoardId = defaultBoardOf(connection)
  const { post: resolved } = resolvePost(contentOf(story), channel, {
    link,
    ownLink,
    linkTarget: targetOf(links),
    defaultBoardId,
  })
  // A reader may be quicker than the network's answer: what is posted must lead somewhere.
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
  }
}

/** A refusal speaks of the board by its name, as the composer did. */
async function withBoardName(db: Database, connection: Connection, post: ResolvedPost): Promise<ResolvedPost> {
  const { boardId } = post
  const chosen = connection.metadata as { default_board_id?: unknown; default_board_name?: unknown } | null
  if (boardId === chosen?.default_board_id && typeof chosen?.default_board_name === 'string')
    return { ...post, boardName: chosen.default_board_name }
  const kept = await findBoardRow(db, connection.project_id, connection.id, boardId ?? '')
  return { ...post, boardName: kept?.name ?? null }
}

type Read = Pick<Work, 'story' | 'connection'> & {
  item: Selectable<QueueItems>
  projectSlug: string
  isPaused: boolean
}

/** Everything of all rows that were claimed together, in one round of questions. */
const readMany = perDatabase(async (db, claims: Claim[]): Promise<(Read | null)[]> => {
  const [items, stories, projects, connections] = await Promise.all([
    db
      .selectFrom('queue_items')
      .selectAll()
      .where(
        'id',
        'in',
        claims.map(({ id }) => id),
      )
      .execute(),
    db
      .selectFrom('stories')
      .selectAll()
      .where(
        'id',
        'in',
        claims.map(({ story_id }) => story_id),
      )
      .execute(),
    db
      .selectFrom('projects')
      .select(['id', 'slug', sql<boolean>`id in (${pausedProjects})`.as('is_paused')])
      .where(
        'id',
        'in',
        claims.map(({ project_id }) => project_id),
      )
      .execute(),
    db
      .selectFrom('social_connections')
      .selectAll()
      .where(
        'project_id',
        'in',
        claims.map(({ project_id }) => project_id),
      )
      .where('disconnected_at', 'is', null)
      .execute(),
  ])
  const itemOf = new Map(items.map((item) => [item.id, item]))
  const storyOf = new Map(stories.map((story) => [story.id, story]))
  const projectOf = new Map(projects.map((project) => [project.id, project]))
  const connectionOf = new Map(
    connections.map((connection) => [`${connection.project_id}/${connection.channel}`, connection]),
  )
  return claims.map(({ id, story_id, project_id, channel }) => {
    const item = itemOf.get(id)
    const story = storyOf.get(story_id)
    const project = projectOf.get(project_id)
    if (!item || !story || !project) return null
    const { slug: projectSlug, is_paused: isPaused } = project
    return { item, story, projectSlug, isPaused, connection: connectionOf.get(`${project_id}/${channel}`) ?? null }
  })
}, gathered)

/** The stored story as the resolver takes it. */
export const contentOf = (story: Selectable<Stories>): StoryContent => story as unknown as StoryContent

export function defaultBoardOf(connection: { metadata: unknown } | null | undefined): string | null {
  const board = (connection?.metadata as { default_board_id?: unknown } | undefined)?.default_board_id
  return typeof board === 'string' ? board : null
}
