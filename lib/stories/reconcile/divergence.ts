import type { ChannelId } from '@/lib/channel-ids'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { isWaiting } from '@/lib/queue-items/status'
import { isSameJson } from '../content/content'
import { type ResolvedTracking, rowTracking } from '../content/tracking-values'
import { hasOwnTime, type SyncedContent, statusOf } from '../rows/row-plan'
import { isSettledByOperation, type StoryStatus } from '../status'
import type { Divergence } from './contract'

/** The parts of a story that its rows must match. */
export type Comparable = SyncedContent & { status: string; utm_resolved: unknown }
export type ComparableRow = Pick<
  QueueRow,
  'id' | 'channel' | 'status' | 'scheduled_at' | 'destination_url' | 'utm' | 'data_snapshot'
>

/** All differences between a story and its rows. */
export function divergencesOf(story: Comparable, rows: readonly ComparableRow[]): Divergence[] {
  const say = (problem: Divergence['problem'], channel: string | null, queueStatus: string | null): Divergence => ({
    story_id: story.id,
    channel: channel as ChannelId | null,
    story_status: story.status as StoryStatus,
    queue_status: queueStatus,
    problem,
  })
  const isSettled = isSettledByOperation(story.status)
  const derived = statusOf(rows)
  const missing = isSettled ? [] : story.channels.filter((channel) => !rows.some((row) => row.channel === channel))
  const perRow = rows.flatMap((row): Divergence[] => {
    const is = (problem: Divergence['problem']): Divergence => say(problem, row.channel, row.status)
    if (!story.channels.includes(row.channel)) return [is('orphan_row')]
    return [
      // This row would publish a cancelled or archived story.
      ...(isSettled && willPublish(row) ? [is('status_mismatch')] : []),
      // The publisher skips this row, but the story says that it is scheduled or published.
      ...(!isSettled && row.status === 'draft' && derived !== 'draft' ? [is('status_mismatch')] : []),
      ...(!isSettled && isTimeOff(story, row) ? [is('time_mismatch')] : []),
      ...(isContentOff(story, row) ? [is('content_mismatch')] : []),
    ]
  })
  const isStatusOff = rows.length > 0 && !isSettled && story.status !== derived
  return [
    ...missing.map((channel) => say('missing_row', channel, null)),
    ...perRow,
    ...(isStatusOff ? [say('status_mismatch', null, derived)] : []),
  ]
}

const willPublish = ({ status }: ComparableRow): boolean => status === 'approved' || status === 'pending'

function isTimeOff(story: Comparable, row: ComparableRow): boolean {
  if (!willPublish(row) || hasOwnTime(row)) return false
  return row.scheduled_at?.getTime() !== story.scheduled_at?.getTime()
}

/** Only waiting rows must match the story; posted rows keep their values. */
function isContentOff(story: Comparable, row: ComparableRow): boolean {
  if (!isWaiting(row)) return false
  const utm = rowTracking(story, story.utm_resolved as ResolvedTracking | null, row.channel as ChannelId)
  return row.destination_url !== story.destination_url || !isSameJson(row.utm, utm)
}
