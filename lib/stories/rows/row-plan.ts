import type { ChannelId } from '@/lib/channel-ids'
import { newId } from '@/lib/ids'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { isWaiting, type QueueStatus } from '@/lib/queue-items/status'
import type { Content } from '../content/content'
import { moveAlong, type Stride } from '../content/schedule-time'
import { type ResolvedTracking, rowTracking } from '../content/tracking-values'
import type { HeldRow, NewRow, RowChange } from '../repository'
import { deriveStoryStatus, type StoryStatus } from '../status'

/** The parts of a story that its queue rows copy. */
export type SyncedContent = Pick<
  Content,
  'channels' | 'destination_url' | 'utm_campaign' | 'utm_content' | 'utm_term'
> & {
  id: string
  project_id: string
  scheduled_at: Date | null
}

export type Change = {
  story: SyncedContent
  resolved: ResolvedTracking | null
  requiresApproval: boolean
  /** The story's new time; null removes it, undefined keeps every row's time. */
  at: Date | null | undefined
  /** With a new time: each row moves as far as the first one. Without it, all rows get the same time. */
  stride?: Stride | undefined
  /** Times of channels that differ from `at`, which is the earliest of them. */
  times?: ReadonlyMap<ChannelId, Date> | undefined
  isContentChanged: boolean
  /** Channels whose content changed; undefined means all. */
  changedChannels?: ReadonlySet<ChannelId> | undefined
}

/**
 * A row whose content must not change, because it was or may have been posted, at least in part. New text would
 * differ from the post, and sending it again could post twice.
 */
export const isLocked = ({
  status,
  skip_reason,
  is_partly_public,
}: Pick<HeldRow, 'status' | 'skip_reason' | 'is_partly_public'>): boolean =>
  status === 'posted' || is_partly_public || (status === 'failed' && skip_reason === outcomeUnknown)

/** `skip_reason` of a row that the network may have posted. */
export const outcomeUnknown = 'outcome_unknown'

/** Plans which rows of a story to insert, update, delete and keep. */
export function planRows(rows: readonly HeldRow[], change: Change) {
  const { channels } = change.story
  const known = new Set(rows.map(({ channel }) => channel))
  const isDraft = change.at === null || (change.at === undefined && rows.every(({ status }) => status === 'draft'))
  const kept = rows.filter(({ channel }) => channels.includes(channel))
  return {
    inserted: channels.filter((channel) => !known.has(channel)).map((channel) => newRow(channel, change, isDraft)),
    changed: kept.filter((row) => !isLocked(row)).map((row) => changeRow(row, change)),
    removed: rows.filter((row) => !kept.includes(row)),
    untouched: kept.filter(isLocked),
  }
}

/** A row for a channel without one. */
export function newRow(channel: ChannelId, change: Change, isDraft: boolean): NewRow {
  const { story, resolved, requiresApproval, at = story.scheduled_at, times } = change
  const scheduled_at = times?.get(channel) ?? at
  return {
    id: newId(),
    story_id: story.id,
    project_id: story.project_id,
    channel,
    status: isDraft ? 'draft' : requiresApproval ? 'pending' : 'approved',
    scheduled_at,
    next_attempt_at: isDraft ? null : scheduled_at,
    destination_url: story.destination_url,
    utm: rowTracking(story, resolved, channel),
    data_snapshot: scheduled_at?.getTime() === at?.getTime() ? {} : ownTime,
  }
}

function changeRow(row: HeldRow, change: Change): RowChange {
  const { story, resolved, at, isContentChanged, changedChannels } = change
  const channel = row.channel
  const isOwnChanged = isContentChanged && (changedChannels?.has(channel) ?? true)
  const synced: RowChange = {
    ...unchanged(row),
    destination_url: story.destination_url,
    utm: rowTracking(story, resolved, channel),
    is_restarted: isOwnChanged,
  }
  if (!isWaiting(row)) return isOwnChanged ? { ...synced, data_snapshot: asEdited(row.data_snapshot) } : synced
  const status = nextStatus(row.status, { ...change, isContentChanged: isOwnChanged })
  const scheduled_at = at === undefined ? row.scheduled_at : timeWith(at, row, change)
  const changed: RowChange = {
    ...synced,
    ...noSkipReason,
    status,
    scheduled_at,
    next_attempt_at: status === 'draft' ? null : scheduled_at,
    is_restarted: true,
  }
  return at === undefined ? changed : withOwnTime(changed, at)
}

function timeWith(at: Date | null, row: HeldRow, { stride, times }: Change): Date | null {
  if (at && stride && row.scheduled_at) return moveAlong(row.scheduled_at, stride)
  return times?.get(row.channel) ?? at
}

/** Changed content needs a new review; a changed time alone does not. */
function nextStatus(status: string, { at, requiresApproval, isContentChanged }: Change): QueueStatus {
  if (at === null || (at === undefined && status === 'draft')) return 'draft'
  if (!requiresApproval) return 'approved'
  return status === 'approved' && !isContentChanged ? 'approved' : 'pending'
}

export const unchanged = (row: QueueRow): RowChange => ({
  id: row.id,
  status: row.status,
  scheduled_at: row.scheduled_at,
  next_attempt_at: row.status === 'approved' || row.status === 'pending' ? row.scheduled_at : null,
  skip_reason: row.skip_reason,
  skip_category: row.skip_category,
  provider_code: row.provider_code,
  destination_url: row.destination_url,
  utm: row.utm,
  data_snapshot: row.data_snapshot,
  is_restarted: false,
})

/** Clears the error of an earlier attempt. */
export const noSkipReason = { skip_reason: null, skip_category: null, provider_code: null } as const

type Snapshot = { time_override?: boolean; edited_since_approval?: boolean; [member: string]: unknown }

/** Marks a failed row with new content. Where approval is required, its retry is reviewed again. */
const asEdited = (snapshot: unknown): Snapshot => ({ ...(snapshot as Snapshot), edited_since_approval: true })

export const isEditedSinceApproval = ({ data_snapshot }: Pick<QueueRow, 'data_snapshot'>): boolean =>
  data_snapshot.edited_since_approval === true

export function withoutEditMark(snapshot: unknown): Snapshot {
  const { edited_since_approval: _, ...rest } = snapshot as Snapshot
  return rest
}

const ownTime: Snapshot = { time_override: true }

/** A row that was moved separately keeps its time; reconciling ignores it. */
export const hasOwnTime = ({ data_snapshot }: Pick<QueueRow, 'data_snapshot'>): boolean =>
  data_snapshot.time_override === true

export function withoutOwnTime(snapshot: unknown): Snapshot {
  const { time_override: _, ...rest } = snapshot as Snapshot
  return rest
}

/** Sets or removes the mark for rows with their own time. */
function withOwnTime(change: RowChange, time: Date | null): RowChange {
  const snapshot = withoutOwnTime(change.data_snapshot)
  const isOwn = isWaiting(change) && change.scheduled_at?.getTime() !== time?.getTime()
  return { ...change, data_snapshot: isOwn ? { ...snapshot, ...ownTime } : snapshot }
}

export const withOwnTimes = (changes: readonly RowChange[], time: Date | null): RowChange[] =>
  changes.map((change) => withOwnTime(change, time))

/** The distance to move by; undefined when nothing has a time yet. */
export function strideTo(to: Date | null | undefined, rows: Timed, zone: string | null): Stride | undefined {
  const from = earliestTime(rows)
  return to && from ? { from, to, zone: zone ?? 'UTC' } : undefined
}

type Timed = readonly Pick<QueueRow, 'status' | 'scheduled_at'>[]

/** The time of the first waiting row. */
export function earliestTime(rows: Timed): Date | null {
  const times = rows.filter(isWaiting).flatMap(({ scheduled_at }) => (scheduled_at ? [scheduled_at.getTime()] : []))
  return times.length ? new Date(Math.min(...times)) : null
}

export const statusOf = (rows: readonly { status: string }[]): StoryStatus =>
  deriveStoryStatus(rows.map(({ status }) => status as QueueStatus))
