import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { type Database, transaction } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { updateTotals } from '@/lib/metrics/totals'
import type { PostType } from '@/lib/story-content'

/** Metrics of one post 24 hours after publishing. Null: not reported by the network. */
export type PastMetrics = {
  impressions: number | null
  reach: number | null
  clicks: number | null
  saves: number | null
  shares: number | null
  likes: number | null
  comments: number | null
}

/** A story that was published some time ago, with the metrics of each of its posts. */
export type PastStory = {
  title?: string
  caption: string
  contentType?: string
  templateId?: string
  postType?: PostType
  slides?: { media_url: string; alt_text?: string }[]
  publishedAt: Date
  posts: { channel: ChannelId; metrics: PastMetrics }[]
}

const hourMs = 3_600_000
const batch = 500

/**
 * Inserts published stories with their posts and metric readings, as if they had been published here. Emits no events.
 * Posts younger than a day have no reading yet. Returns the ids in the given order.
 */
export async function insertPastStories(
  db: Database,
  projectId: string,
  stories: readonly PastStory[],
  now: Date,
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < stories.length; start += batch)
    ids.push(...(await insertBatch(db, projectId, stories.slice(start, start + batch), now)))
  return ids
}

async function insertBatch(
  db: Database,
  projectId: string,
  stories: readonly PastStory[],
  now: Date,
): Promise<string[]> {
  const rows = stories.map((story) => ({ story, id: newId(story.publishedAt.getTime()) }))
  const posts = rows.flatMap(({ story, id }) =>
    story.posts.map((post) => ({ ...post, id: newId(), storyId: id, at: story.publishedAt })),
  )
  const isRead = (at: Date): boolean => now.getTime() - at.getTime() >= 24 * hourMs
  const read = posts.filter(({ at }) => isRead(at))
  await transaction(db, async (tx) => {
    await tx
      .insertInto('stories')
      .values(
        rows.map(({ story, id }) => ({
          id,
          project_id: projectId,
          title: story.title ?? null,
          caption: story.caption,
          channels: story.posts.map(({ channel }) => channel),
          content_type: story.contentType ?? null,
          template_id: story.templateId ?? null,
          post_type: story.postType ?? 'single',
          slides: JSON.stringify(story.slides ?? []),
          status: 'published' as const,
          scheduled_at: story.publishedAt,
          published_at: story.publishedAt,
          published_channels: story.posts.map(({ channel }) => channel),
          created_at: story.publishedAt,
          updated_at: story.publishedAt,
        })),
      )
      .execute()
    await tx
      .insertInto('queue_items')
      .values(
        posts.map(({ id, storyId, channel, metrics, at }) => ({
          id,
          story_id: storyId,
          project_id: projectId,
          channel,
          status: 'posted' as const,
          scheduled_at: at,
          published_at: at,
          created_at: at,
          updated_at: at,
          data_snapshot: JSON.stringify(isRead(at) ? { ...reported(metrics), analytics_sync_24h: true } : {}),
        })),
      )
      .execute()
    await tx
      .insertInto('post_metrics')
      .values(
        posts.map(({ id, storyId, channel, metrics: { clicks, ...metrics }, at }) => ({
          queue_item_id: id,
          story_id: storyId,
          project_id: projectId,
          channel,
          published_at: at,
          ...(isRead(at) ? { ...metrics, network_clicks: clicks, as_of: readAt(at), settled_at: readAt(at) } : {}),
        })),
      )
      .execute()
    if (read.length > 0)
      await tx
        .insertInto('metric_readings')
        .values(
          read.map(({ id, metrics, at }) => ({
            id: newId(),
            queue_item_id: id,
            project_id: projectId,
            kind: '24h',
            ...metrics,
            taken_at: readAt(at),
          })),
        )
        .execute()
    await updateTotals(
      tx,
      rows.map(({ id }) => id),
    )
    await sql`
      insert into metric_syncs (queue_item_id, kind, project_id, channel, due_at, done_at, outcome)
      select id, kind, project_id, channel, published_at, now(), 'read'
      from queue_items, unnest(array['initial', '24h', '72h', '7d']) as kind
      where id = any(${posts.map(({ id }) => id)}::uuid[])`.execute(tx)
  })
  return rows.map(({ id }) => id)
}

const readAt = (at: Date): Date => new Date(at.getTime() + 24 * hourMs)

const reported = (metrics: PastMetrics): Record<string, number> =>
  Object.fromEntries(Object.entries(metrics).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
