import type { ChannelId } from '@/lib/channels/ids'
import type { QueueRow } from '@/lib/queue/serializer'
import { isSameJson } from './content'
import type { Divergence } from './reconcile-contract'
import { hasOwnTime, isWaiting, type Mirrored, statusOf } from './row-plan'
import { isSettledByOperation, type StoryStatus } from './status'
import { type ResolvedTracking, rowTracking } from './tracking-values'

/** What of a story and of its rows must agree. */
export type Comparable = Mirrored & { status: string; utm_resolved: unknown }
export type ComparableRow = Pick<
  QueueRow,
  'id' | 'channel' | 'status' | 'scheduled_at' | 'destination_url' | 'utm' | 'data_snapshot'
>

/** Every way in which a story and its rows disagree. */
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
    if (!story.channels.includes(row.channel as ChannelId)) return [is('orphan_row')]
    return [
      // Nobody expects a cancelled or archived story to go out, and this row would.
      ...(isSettled && isGoingOut(row) ? [is('status_mismatch')] : []),
      // The publisher skips it, while the story says that it goes out, or went.
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

const isGoingOut = ({ status }: ComparableRow): boolean => status === 'approved' || status === 'pending'

function isTimeOff(story: Comparable, row: ComparableRow): boolean {
  if (!isGoingOut(row) || hasOwnTime(row)) return false
  return row.scheduled_at?.getTime() !== story.scheduled_at?.getTime()
}

/** What was posted went out as it was; only rows that still wait have to follow the story. */
function isContentOff(story: Comparable, row: ComparableRow): boolean {
  if (!isWaiting(row)) return false
  const utm = rowTracking(story, story.utm_resolved as ResolvedTracking | null, row.channel as ChannelId)
  return row.destination_url !== story.destination_url || !isSameJson(row.utm, utm)
}
