import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { isWaiting } from '@/lib/queue-items/status'
import type { StoryChecks } from '../checks/story-checks'
import { contentOfRow } from '../content/content'
import { isTooOld } from '../content/schedule-time'
import { type ResolvedTracking, rowTracking } from '../content/tracking-values'
import { deleteRows, type Held, type HeldRow, insertRows, type RowChange, updateStory, writeRows } from '../repository'
import { earliestTime, newRow, statusOf, unchanged, withoutOwnTime } from '../rows/row-plan'
import type { StoryRow } from '../serializer'
import { isSettledByOperation } from '../status'
import type { Divergence } from './contract'
import { type Comparable, divergencesOf } from './divergence'

export type SyncResult = {
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
 * Updates the rows of a locked story to match it. Rows that are posted or being published do not change, and no
 * repair causes a late post. Such rows are reported as unrepaired.
 */
export async function syncQueueRows(tx: Transaction<DB>, checks: StoryChecks, held: Held): Promise<SyncResult> {
  const before = comparable(held.story)
  const found = divergencesOf(before, held.rows)
  const story = { ...before, scheduled_at: followedTime(before, held.rows, checks.now) }
  const decided = found.map((problem) => ({ problem, reason: unrepairedReason(problem, story, held, checks.now) }))
  const repaired = decided.flatMap(({ problem, reason }) => (reason === null ? [problem] : []))
  const unrepaired = decided.flatMap(({ problem, reason }) => (reason === null ? [] : [{ ...problem, reason }]))
  if (repaired.length === 0) return { story: held.story, rows: held.rows, repaired, unrepaired }
  const rows = await repair(tx, checks, story, held.rows, repaired)
  const isSettled = isSettledByOperation(before.status)
  const changes = {
    scheduled_at: story.scheduled_at,
    ...(isSettled || rows.length === 0 ? {} : { status: statusOf(rows) }),
  }
  return { story: await updateStory(tx, checks.project.id, before.id, changes), rows, repaired, unrepaired }
}

/** A story without a valid time takes that of its rows; otherwise the rows follow the story. */
function followedTime({ status, scheduled_at }: Comparable, rows: readonly HeldRow[], now: Date): Date | null {
  if (isSettledByOperation(status) || (scheduled_at && !isTooOld(scheduled_at, now))) return scheduled_at
  const going = rows.filter((row) => row.status === 'approved' || row.status === 'pending')
  return earliestTime(going) ?? scheduled_at
}

/** Why a divergence is not repaired; null when it can be. */
function unrepairedReason(
  { problem, channel }: Divergence,
  story: Comparable,
  { rows }: Held,
  now: Date,
): string | null {
  const row = rows.find((candidate) => candidate.channel === channel)
  if (row?.is_in_flight || (row && isWaiting(row) && row.is_partly_public)) return 'publishing'
  if (problem === 'orphan_row' && (row?.status === 'posted' || row?.is_partly_public)) return 'posted'
  const isLate = !story.scheduled_at || isTooOld(story.scheduled_at, now)
  if (problem === 'time_mismatch') return isLate ? 'in_the_past' : null
  const isDraftRow = problem === 'status_mismatch' && row?.status === 'draft'
  if (problem !== 'missing_row' && !isDraftRow) return null
  const state = stateOf(story, rows)
  if (state !== 'draft' && state !== 'scheduled') return state
  return state === 'scheduled' && isLate ? 'in_the_past' : null
}

/** The status derived from the rows, or the story's own if it has none. */
const stateOf = ({ status }: Comparable, rows: readonly HeldRow[]): string => (rows.length ? statusOf(rows) : status)

const repairable = ['time_mismatch', 'content_mismatch', 'status_mismatch'] as const

async function repair(
  tx: Transaction<DB>,
  checks: StoryChecks,
  story: Comparable,
  rows: readonly HeldRow[],
  repaired: readonly Divergence[],
): Promise<QueueRow[]> {
  const projectId = checks.project.id
  const resolved = story.utm_resolved as ResolvedTracking | null
  const has = (problem: Divergence['problem'], row: HeldRow): boolean =>
    repaired.some((one) => one.problem === problem && one.channel === row.channel)
  const orphans = rows.filter((row) => has('orphan_row', row))
  const wrong = rows.filter((row) => repairable.some((problem) => has(problem, row)))
  const isDraft = stateOf(story, rows) === 'draft'
  const requiresApproval = checks.project.require_approval
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
      const utm = rowTracking(story, resolved, row.channel)
      const content = { ...unchanged(row), destination_url: story.destination_url, utm, is_restarted: true }
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
