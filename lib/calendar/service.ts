import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { invalid } from '@/lib/errors'
import { findProject } from '@/lib/projects/repository'
import { isWaiting } from '@/lib/queue-items/status'
import { type BucketKind, type CalendarStory, type listCalendar as contract, longestDays } from './contract'
import { minuteOf } from './parts'
import { type CalendarRow, listCalendarRows } from './repository'
import { serializePost } from './timed-posts'

const dayMs = 86_400_000

/** Lists what fits the calendar's buckets, however many stories there are. */
export async function listCalendar(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const [from, to] = [new Date(input.from), new Date(input.to)]
  requireValidRange(from, to, input.by)
  const timezone = (await findProject(context.db, projectId))?.timezone ?? 'UTC'
  const { by, each, status: statuses, channel: channels, content_type: contentTypes } = input
  const range = { from, to, by, each, statuses, channels, contentTypes }
  const rows = await listCalendarRows(context.db, projectId, timezone, range)
  const counts = new Map(rows.map(({ local, count }) => [local, count]))
  // A story with several times in the range has a row for each.
  const stories = new Map(rows.map((row) => [row.id, row]))
  return {
    stories: [...stories.values()].map(serialize),
    counts: [...counts].map(([local, count]) => ({ local, count })),
    timezone,
  }
}

function requireValidRange(from: Date, to: Date, by: BucketKind): void {
  if (to <= from) throw invalid('to', 'must be after from.', 'invalid')
  // Allow one extra day: a range of whole local days is an hour longer when clocks go back.
  if (to.getTime() - from.getTime() >= (longestDays[by] + 1) * dayMs) {
    throw invalid('to', `must be at most ${longestDays[by]} days after from for by=${by}.`, 'too_far')
  }
}

function serialize(row: CalendarRow): CalendarStory {
  const posts = row.posts.map(serializePost)
  const at = row.at.toISOString()
  const isApart = (index: number): boolean => row.posts[index]?.is_apart ?? false
  const hasParts = posts.some(({ scheduled_at }, index) => isApart(index) && minuteOf(scheduled_at) !== minuteOf(at))
  return {
    id: row.id,
    words: row.words,
    channels: row.channels,
    status: row.status,
    at,
    content_type: row.content_type,
    picture_url: row.picture_url,
    is_public: row.is_public,
    waits_for_approval: row.waits_for_approval,
    own_times: posts.flatMap(({ status, ...time }, index) => (isApart(index) && isWaiting({ status }) ? [time] : [])),
    ...(hasParts ? { posts } : {}),
    ...(row.is_imported ? { is_imported: true as const } : {}),
    updated_at: row.updated_at.toISOString(),
  }
}
