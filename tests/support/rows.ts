import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'

export type RowRequest = {
  projectId: string
  channels: ChannelId[]
  caption: string
  /** Seconds from now; negative is past. */
  dueIn?: number
  status?: 'approved' | 'pending' | 'draft' | 'rejected' | 'failed' | 'posted'
  storyStatus?: string
  postType?: string
  title?: string
  hashtags?: string
  /** Where the story's link leads. */
  destination?: string
  overrides?: object
  slides?: object[]
}

/** A story with its rows, written straight into the tables: for tests of what comes after the API. */
export async function insertStory(
  db: Database,
  request: RowRequest,
): Promise<{ storyId: string; itemIds: Record<string, string> }> {
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
