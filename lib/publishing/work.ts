import type { Selectable } from 'kysely'
import type { ResolvedPost } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import type { QueueItems, SocialConnections, Stories } from '@/lib/db/types.generated'
import { linkOf } from '@/lib/tracking/link'
import type { Claim } from './claim'
import { LeaseLost } from './lease'
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
}

/** @throws LeaseLost when the row is no longer this worker's */
export async function loadWork(db: Database, claim: Claim): Promise<Work> {
  const [item, story, connection, project] = await Promise.all([
    db.selectFrom('queue_items').selectAll().where('id', '=', claim.id).executeTakeFirst(),
    db.selectFrom('stories').selectAll().where('id', '=', claim.story_id).executeTakeFirst(),
    db
      .selectFrom('social_connections')
      .selectAll()
      .where('project_id', '=', claim.project_id)
      .where('channel', '=', claim.channel)
      .where('disconnected_at', 'is', null)
      .executeTakeFirst(),
    db.selectFrom('projects').select('slug').where('id', '=', claim.project_id).executeTakeFirst(),
  ])
  if (!item || !story || !project || item.fence !== claim.fence) throw new LeaseLost()
  const { post } = resolvePost(contentOf(story), claim.channel, {
    link: linkOf({ story, item, channel: claim.channel, projectSlug: project.slug }),
    defaultBoardId: defaultBoardOf(connection),
  })
  return {
    claim,
    item: { ...item, channel: claim.channel },
    story,
    connection: connection ?? null,
    progress: item.progress as Progress,
    post,
  }
}

/** The stored story as the resolver takes it. */
export const contentOf = (story: Selectable<Stories>): StoryContent => story as unknown as StoryContent

export function defaultBoardOf(connection: { metadata: unknown } | null | undefined): string | null {
  const board = (connection?.metadata as { default_board_id?: unknown } | undefined)?.default_board_id
  return typeof board === 'string' ? board : null
}
