import type { ChannelId } from '@/lib/channels/ids'
import { newId } from '@/lib/ids'
import type { QueueRow } from '@/lib/queue/serializer'
import type { Content } from './content'
import type { HeldRow, NewRow, RowChange } from './repository'
import { goAlong, type Stride } from './schedule-time'
import { deriveStoryStatus, type QueueStatus, type StoryStatus } from './status'
import { type ResolvedTracking, rowTracking } from './tracking-values'

/** What queue rows mirror of their story. */
export type Mirrored = Pick<Content, 'channels' | 'destination_url' | 'utm_campaign' | 'utm_content' | 'utm_term'> & {
  id: string
  project_id: string
  scheduled_at: Date | null
}

export type Change = {
  story: Mirrored
  resolved: ResolvedTracking | null
  requiresApproval: boolean
  /** The new time of the whole story; null takes its time away, undefined leaves every row its own. */
  at: Date | null | undefined
  /** With a new time: each row goes as far as the first one does. Left out, all go to the one time. */
  stride?: Stride | undefined
  isContentChanged: boolean
  /** The channels whose content changed; all of them when left out. */
  changedChannels?: ReadonlySet<ChannelId> | undefined
}

/** Rows that still wait and that a new time moves. */
export const isWaiting = ({ status }: { status: string }): boolean =>
  status === 'draft' || status === 'pending' || status === 'approved'

/**
 * A row whose content must stay as it is: it was posted, in whole or in part, or may have been. Another text under the
 * same story would not be what readers saw, and sent again it could be posted twice.
 */
export const isLocked = ({
  status,
  skip_reason,
  is_partly_public,
}: Pick<HeldRow, 'status' | 'skip_reason' | 'is_partly_public'>): boolean =>
  status === 'posted' || is_partly_public || (status === 'failed' && skip_reason === outcomeUnknown)

/** `skip_reason` of a row that the network may have posted. */
export const outcomeUnknown = 'outcome_unknown'

/** What becomes of a story's rows: which are made, which are written, which go with their channel, and which stay. */
export function planRows(rows: readonly HeldRow[], change: Change) {
  const { channels } = change.story
  const known = new Set(rows.map(({ channel }) => channel))
  const isDraft = change.at === null || (change.at === undefined && rows.every(({ status }) => status === 'draft'))
  const kept = rows.filter(({ channel }) => channels.includes(channel as ChannelId))
  return {
    inserted: channels.filter((channel) => !known.has(channel)).map((channel) => newRow(channel, change, isDraft)),
    changed: kept.filter((row) => !isLocked(row)).map((row) => changeRow(row, change)),
    removed: rows.filter((row) => !kept.includes(row)),
    untouched: kept.filter(isLocked),
  }
}

/** A row for a channel that has none yet. */
export function newRow(channel: ChannelId, change: Change, isDraft: boolean): NewRow {
  const { story, resolved, requiresApproval } = change
  const scheduled_at = change.at === undefined ? story.scheduled_at : change.at
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
  }
}

function changeRow(row: HeldRow, change: Change): RowChange {
  const { story, resolved, at, stride, isContentChanged, changedChannels } = change
  const channel = row.channel as ChannelId
  const isOwnChanged = isContentChanged && (changedChannels?.has(channel) ?? true)
  const mirrored: RowChange = {
    ...unchanged(row),
    destination_url: story.destination_url,
    utm: rowTracking(story, resolved, channel),
    is_begun_anew: isOwnChanged,
  }
  if (!isWaiting(row)) return isOwnChanged ? { ...mirrored, data_snapshot: asEdited(row.data_snapshot) } : mirrored
  const status = nextStatus(row.status, { ...change, isContentChanged: isOwnChanged })
  const scheduled_at = at === undefined ? row.scheduled_at : timeWith(at, row, stride)
  const changed: RowChange = {
    ...mirrored,
    ...blameless,
    status,
    scheduled_at,
    next_attempt_at: status === 'draft' ? null : scheduled_at,
    is_begun_anew: true,
  }
  return at === undefined ? changed : withOwnTime(changed, at)
}

const timeWith = (at: Date | null, row: HeldRow, stride: Stride | undefined): Date | null =>
  at && stride && row.scheduled_at ? goAlong(row.scheduled_at, stride) : at

/** What was approved is approved as it was read: other content is read again, another time alone is not. */
function nextStatus(status: string, { at, requiresApproval, isContentChanged }: Change): QueueStatus {
  if (at === null || (at === undefined && status === 'draft')) return 'draft'
  if (!requiresApproval) return 'approved'
  return status === 'approved' && !isContentChanged ? 'approved' : 'pending'
}

export const unchanged = (row: QueueRow): RowChange => ({
  id: row.id,
  status: row.status as QueueStatus,
  scheduled_at: row.scheduled_at,
  next_attempt_at: row.status === 'approved' || row.status === 'pending' ? row.scheduled_at : null,
  skip_reason: row.skip_reason,
  skip_category: row.skip_category,
  provider_code: row.provider_code,
  destination_url: row.destination_url,
  utm: row.utm,
  data_snapshot: row.data_snapshot,
  is_begun_anew: false,
})

/** A new start forgets why an earlier one ended. */
export const blameless = { skip_reason: null, skip_category: null, provider_code: null } as const

type Snapshot = { time_override?: boolean; edited_since_approval?: boolean; [member: string]: unknown }

/** Marks a failed row with new content: where approval is required, a retry of it is reviewed again. */
const asEdited = (snapshot: unknown): Snapshot => ({ ...(snapshot as Snapshot), edited_since_approval: true })

export const isEditedSinceApproval = ({ data_snapshot }: Pick<QueueRow, 'data_snapshot'>): boolean =>
  (data_snapshot as Snapshot).edited_since_approval === true

export function withoutEditMark(snapshot: unknown): Snapshot {
  const { edited_since_approval: _, ...rest } = snapshot as Snapshot
  return rest
}

/** A row that was moved by itself keeps its own time; reconciling leaves it alone. */
export const hasOwnTime = ({ data_snapshot }: Pick<QueueRow, 'data_snapshot'>): boolean =>
  (data_snapshot as Snapshot).time_override === true

export function withoutOwnTime(snapshot: unknown): Snapshot {
  const { time_override: _, ...rest } = snapshot as Snapshot
  return rest
}

/** Marks a row whose time is not the story's as meant so, and takes the mark off another. */
function withOwnTime(change: RowChange, time: Date | null): RowChange {
  const snapshot = withoutOwnTime(change.data_snapshot)
  const isOwn = isWaiting(change) && change.scheduled_at?.getTime() !== time?.getTime()
  return { ...change, data_snapshot: isOwn ? { ...snapshot, time_override: true } : snapshot }
}

export const withOwnTimes = (changes: readonly RowChange[], time: Date | null): RowChange[] =>
  changes.map((change) => withOwnTime(change, time))

/** What a story and its rows go by when they keep their distances; none where nothing has a time yet. */
export function strideTo(to: Date | null | undefined, rows: Timed, zone: string | null): Stride | undefined {
  const from = earliestTime(rows)
  return to && from ? { from, to, zone: zone ?? 'UTC' } : undefined
}

type Timed = readonly Pick<QueueRow, 'status' | 'scheduled_at'>[]

/** The time of a story whose rows were moved one by one: that of the first row still waiting. */
export function earliestTime(rows: Timed): Date | null {
  const times = rows.filter(isWaiting).flatMap(({ scheduled_at }) => (scheduled_at ? [scheduled_at.getTime()] : []))
  return times.length ? new Date(Math.min(...times)) : null
}

export const statusOf = (rows: readonly { status: string }[]): StoryStatus =>
  deriveStoryStatus(rows.map(({ status }) => status as QueueStatus))
