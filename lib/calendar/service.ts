import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { invalid } from '@/lib/errors'
import { findProject } from '@/lib/projects/repository'
import { type BucketKind, type CalendarStory, type listCalendar as contract, longestDays } from './contract'
import { type CalendarRow, listCalendarRows } from './repository'

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
  return {
    stories: rows.map(serialize),
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

const serialize = (row: CalendarRow): CalendarStory => ({
  id: row.id,
  words: row.words,
  channels: row.channels,
  status: row.status,
  at: row.at.toISOString(),
  content_type: row.content_type,
  picture_url: row.picture_url,
  is_public: row.is_public,
  waits_for_approval: row.waits_for_approval,
  own_times: row.own_times.map(({ queue_item_id, channel, scheduled_at }) => ({
    queue_item_id,
    channel: channel as CalendarStory['channels'][number],
    // Postgres formats timestamps in JSON differently.
    scheduled_at: new Date(scheduled_at).toISOString(),
  })),
  ...(row.is_imported ? { is_imported: true as const } : {}),
  updated_at: row.updated_at.toISOString(),
})
