import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { channelIds } from '@/lib/channel-ids'
import type { listBestStories as contract } from './contract'
import { listStorySums } from './repository'
import { numbersOf, requireValidRange } from './service'

export async function listBestStories(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  requireValidRange(input)
  const { from, to, channel: channels, metric, limit } = input
  const page = { metric, after: decodeCursor(input.cursor), limit: limit + 1 }
  const rows = await listStorySums(context.db, projectId, { from, to, channels }, page)
  const { page: stories, next_cursor } = cutPage('story_analytics', rows, limit)
  return {
    stories: stories.map((row) => ({
      story_id: row.id,
      title: row.title,
      primary_caption: row.primary_caption,
      channels: channelIds.filter((channel) => row.channels.includes(channel)),
      published_at: row.first_published_at.toISOString(),
      media_url: row.media_url,
      ...(row.is_imported ? { is_imported: true as const } : {}),
      ...numbersOf([row]),
    })),
    next_cursor,
  }
}
