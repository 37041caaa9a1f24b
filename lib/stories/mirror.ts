import type { Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import type { DB } from '@/lib/db/types.generated'
import type { QueueRow } from '@/lib/queue/serializer'
import { contentOfRow } from './content'
import type { Desk } from './desk'
import { type Comparable, divergencesOf } from './divergence'
import type { Divergence } from './reconcile-contract'
import { deleteRows, type Held, type HeldRow, insertRows, type RowChange, updateStory, writeRows } from './repository'
import { earliestTime, isWaiting, newRow, statusOf, unchanged, withoutOwnTime } from './row-plan'
import { isTooOld } from './schedule-time'
import type { StoryRow } from './serializer'
import { isSettledByOperation } from './status'
import { type ResolvedTracking, rowTracking } from './tracking-values'

export type Mirror = {
  story: StoryRow
  rows: QueueRow[]
  repaired: Divergence[]
  unrepaired: (Divergence & { reason: string })[]
}

export const comparable = (story: StoryRow): Comparable => ({
  ...contentOfRow(story),
  id: story.id,
  project_id: story.project_id,
  status: story.status,
  scheduled_at: story.scheduled_at,
  utm_resolved: story.utm_resolved,
})

/**
 * Brings the rows of a locked story back in line with it. What is posted or being published is left alone, and nothing
 * is repaired into a post that would go out late: both are named instead.
 */
export async function mirror(tx: Transaction<DB>, desk: Desk, held: Held): Promise<Mirror> {
  const before = comparable(held.story)
  const found = divergencesOf(before, held.rows)
  const story = { ...before, scheduled_at: followedTime(before, held.rows, desk.now) }
  const decided = found.map((problem) => ({ problem, reason: whyNot(problem, story, held, desk.now) }))
  const repaired = decided.flatMap(({ problem, reason }) => (reason === null ? [problem] : []))
  const unrepaired = decided.flatMap(({ problem, reason }) => (reason === null ? [] : [{ ...problem, reason }]))
  if (repaired.length === 0) return { story: held.story, rows: held.rows, repaired, unrepaired }
  const rows = await repair(tx, desk, story, held.rows, repaired)
  const isSettled = isSettledByOperation(before.status)
  const changes = {
    scheduled_at: story.scheduled_at,
    ...(isSettled || rows.length === 0 ? {} : { status: statusOf(rows) }),
  }
  return { story: await updateStory(tx, desk.project.id, before.id, changes), rows, repaired, unrepaired }
}

/** A story without a usable time follows its rows; otherwise they follow the story. */
function followedTime({ status, scheduled_at }: Comparable, rows: readonly HeldRow[], now: Date): Date | null {
  if (isSettledByOperation(status) || (scheduled_at && !isTooOld(scheduled_at, now))) return scheduled_at
  const going = rows.filter((row) => row.status === 'approved' || row.status === 'pending')
  return earliestTime(going) ?? scheduled_at
}

/** Why a divergence is left as it is; null when it can be repaired. */
function whyNot({ problem, channel }: Divergence, story: Comparable, { rows }: Held, now: Date): string | null {
  const row = rows.find((candidate) => candidate.channel === channel)
  if (row?.is_in_flight || (row && isWaiting(row) && row.is_partly_public)) return 'publishing'
  if (problem === 'orphan_row' && (row?.status === 'posted' || row?.is_partly_public)) return 'posted'
  const isLate = !story.scheduled_at || isTooOld(story.scheduled_at, now)
  if (problem === 'time_mismatch') return isLate ? 'in_the_past' : null
  const isLeftBehind = problem === 'status_mismatch' && row?.status === 'draft'
  if (problem !== 'missing_row' && !isLeftBehind) return null
  const state = stateOf(story, rows)
  if (state !== 'draft' && state !== 'scheduled') return state
  return state === 'scheduled' && isLate ? 'in_the_past' : null
}

/** What the rows say; a story without any speaks for itself. */
const stateOf = ({ status }: Comparable, rows: readonly HeldRow[]): string => (rows.length ? statusOf(rows) : status)

const mendable = ['time_mismatch', 'content_mismatch', 'status_mismatch'] as const

async function repair(
  tx: Transaction<DB>,
  desk: Desk,
  story: Comparable,
  rows: readonly HeldRow[],
  repaired: readonly Divergence[],
): Promise<QueueRow[]> {
  const projectId = desk.project.id
  const resolved = story.utm_resolved as ResolvedTracking | null
  const has = (problem: Divergence['problem'], row: HeldRow): boolean =>
    repaired.some((one) => one.problem === problem && one.channel === row.channel)
  const orphans = rows.filter((row) => has('orphan_row', row))
  const wrong = rows.filter((row) => mendable.some((problem) => has(problem, row)))
  const isDraft = stateOf(story, rows) === 'draft'
  const requiresApproval = desk.project.require_approval
  const change = { story, resolved, requiresApproval, at: undefined, isContentChanged: false }
  const stopped = (row: RowChange): RowChange => ({ ...row, status: 'rejected', next_attempt_at: null })
  const going = (row: RowChange): RowChange => ({
    ...row,
    status: requiresApproval ? 'pending' : 'approved',
    scheduled_at: story.scheduled_at,
    next_attempt_at: story.scheduled_at,
    data_snapshot: withoutOwnTime(row.data_snapshot),
  })
  const missing = repaired.flatMap(({ problem, channel }) => (problem === 'missing_row' && channel ? [channel] : []))
  await deleteRows(
    tx,
    projectId,
    orphans.map(({ id }) => id),
  )
  const changed = await writeRows(
    tx,
    projectId,
    wrong.map((row): RowChange => {
      const utm = rowTracking(story, resolved, row.channel as ChannelId)
      const content = { ...unchanged(row), destination_url: story.destination_url, utm, is_begun_anew: true }
      if (has('status_mismatch', row)) return row.status === 'draft' ? going(content) : stopped(content)
      if (!has('time_mismatch', row)) return content
      return { ...content, scheduled_at: story.scheduled_at, next_attempt_at: story.scheduled_at }
    }),
  )
  const inserted = await insertRows(
    tx,
    missing.map((channel) => newRow(channel, change, isDraft)),
  )
  return [...rows.filter((row) => !orphans.includes(row) && !wrong.includes(row)), ...changed, ...inserted]
}
