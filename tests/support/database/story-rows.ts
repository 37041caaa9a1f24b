import { type Insertable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { PostMetrics } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { QueueStatus } from '@/lib/queue-items/status'
import type { StoryStatus } from '@/lib/stories/status'
import type { PostType } from '@/lib/story-content'

export type RowRequest = {
  projectId: string
  channels: ChannelId[]
  caption: string
  /** Seconds from now; negative is past. */
  dueIn?: number
  status?: QueueStatus
  storyStatus?: StoryStatus
  postType?: PostType
  title?: string
  hashtags?: string
  /** URL of the story's link. */
  destination?: string
  overrides?: object
  slides?: object[]
}

type InsertedStory = { storyId: string; itemIds: Record<string, string> }

/** Inserts a story with its queue rows, for tests of background work. */
export async function insertStory(db: Database, request: RowRequest): Promise<InsertedStory> {
  const storyId = newId()
  const { projectId, channels, caption, dueIn = 0, status = 'approved', overrides = {}, slides = [] } = request
  const at = sql<Date>`now() + make_interval(secs => ${dueIn})`
  await db
    .insertInto('stories')
    .values({
      id: storyId,
      project_id: projectId,
      caption,
      channels,
      title: request.title ?? null,
      hashtags: request.hashtags ?? null,
      destination_url: request.destination ?? null,
      post_type: request.postType ?? (slides.length > 1 ? 'carousel' : 'single'),
      slides: JSON.stringify(slides),
      status: request.storyStatus ?? (status === 'draft' ? 'draft' : 'scheduled'),
      scheduled_at: at,
      channel_overrides: JSON.stringify(overrides),
    })
    .execute()
  const itemIds: Record<string, string> = {}
  for (const channel of channels) {
    itemIds[channel] = newId()
    await db
      .insertInto('queue_items')
      .values({
        id: itemIds[channel],
        story_id: storyId,
        project_id: projectId,
        channel,
        status,
        scheduled_at: at,
        next_attempt_at: status === 'approved' ? at : null,
      })
      .execute()
  }
  return { storyId, itemIds }
}

type Metrics = Omit<Insertable<PostMetrics>, 'queue_item_id' | 'story_id' | 'project_id' | 'channel'>

/** Inserts a published story with the metrics of its posts. */
export async function insertPublishedStory(
  db: Database,
  { projectId, caption }: { projectId: string; caption: string },
  metrics: Partial<Record<ChannelId, Metrics>>,
): Promise<InsertedStory> {
  const posts = Object.entries(metrics) as [ChannelId, Metrics][]
  const story = await insertStory(db, {
    projectId,
    caption,
    channels: posts.map(([channel]) => channel),
    status: 'posted',
    storyStatus: 'published',
  })
  const rows = posts.map(([channel, values]) => ({
    ...values,
    queue_item_id: story.itemIds[channel] ?? '',
    story_id: story.storyId,
    project_id: projectId,
    channel,
  }))
  await db.insertInto('post_metrics').values(rows).execute()
  return story
}
