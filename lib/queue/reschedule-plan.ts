import type { InputOf } from '@/lib/api/contract'
import type { Issue } from '@/lib/errors'
import { isTimezone } from '@/lib/projects/timezone'
import { isWaiting } from '@/lib/queue-items/status'
import {
  atTimeOfDay,
  isTooOld,
  moveAlong,
  type Stride,
  shiftDays,
  timeIssue,
  unknownZone,
} from '@/lib/stories/content/schedule-time'
import type { Held, HeldRow } from '@/lib/stories/repository'
import { earliestTime, strideTo } from '@/lib/stories/rows/row-plan'
import { isSettledByOperation } from '@/lib/stories/status'
import type { bulkReschedule } from './contract'

type Input = InputOf<typeof bulkReschedule>

export type Mode =
  | { kind: 'shift'; days: number; zone: string }
  | { kind: 'time_of_day'; time: string; zone: string; shiftsOwnTimes: boolean }
  | { kind: 'moment'; at: Date; zone: string; shiftsOwnTimes: boolean }

/** The mode of a request, or its issues. */
export function readMode(input: Input, { timezone, now }: { timezone: string | null; now: Date }): Mode | Issue[] {
  const issues: Issue[] = []
  const given = (['shift_days', 'fixed_time', 'scheduled_at'] as const).filter((name) => input[name] !== undefined)
  if (given.length !== 1) {
    const message = 'Use exactly one of shift_days, fixed_time (with timezone) and scheduled_at.'
    issues.push({ path: given[1] ?? '', code: 'mode', message })
  }
  if (!input.story_ids && !input.queue_item_ids) {
    issues.push({
      path: 'story_ids',
      code: 'required',
      message: 'Add story_ids, queue_item_ids or both.',
    })
  }
  if ((input.story_ids?.length ?? 0) + (input.queue_item_ids?.length ?? 0) > 200) {
    issues.push({ path: '', code: 'too_big', message: 'At most 200 ids per call. Send the others in another call.' })
  }
  issues.push(...zoneIssues(input, timezone))
  const at = input.scheduled_at === undefined ? null : new Date(input.scheduled_at)
  const issue = at ? timeIssue(at, 'scheduled_at', now) : null
  if (issue) issues.push(issue)
  if (issues.length) return issues
  const zone = input.timezone ?? timezone ?? 'UTC'
  const shiftsOwnTimes = input.shift_own_times ?? false
  if (at) return { kind: 'moment', at, zone, shiftsOwnTimes }
  if (input.fixed_time !== undefined) return { kind: 'time_of_day', time: input.fixed_time, zone, shiftsOwnTimes }
  return { kind: 'shift', days: input.shift_days ?? 0, zone }
}

function zoneIssues({ timezone, fixed_time }: Input, projectZone: string | null): Issue[] {
  if (timezone !== undefined) {
    const strayTimezone = { path: 'timezone', code: 'invalid', message: 'is only allowed with fixed_time.' }
    return [
      ...(fixed_time === undefined ? [strayTimezone] : []),
      ...(isTimezone(timezone) ? [] : [unknownZone('timezone', timezone)]),
    ]
  }
  if (fixed_time !== undefined && !projectZone) {
    const message = 'Add a timezone for fixed_time: the project has none.'
    return [{ path: 'timezone', code: 'required', message }]
  }
  return []
}

export type Skipped = { story_id: string | null; queue_item_id?: string; reason: string }
export type Move = { row: HeldRow; at: Date }

/** The new time of each row of a story, or the reason why it stays. */
export function planMoves(held: Held, wanted: ReadonlySet<string> | 'all', mode: Mode, now: Date) {
  const moves: Move[] = []
  const skipped: Skipped[] = []
  const stride = wanted === 'all' ? strideOf(held.rows, mode) : undefined
  for (const row of held.rows) {
    if (wanted !== 'all' && !wanted.has(row.id)) continue
    const at = stride && row.scheduled_at ? moveAlong(row.scheduled_at, stride) : newTime(row.scheduled_at, mode)
    const reason = skipReason(held, row, at, now)
    if (reason === null && at) moves.push({ row, at })
    else skipped.push({ story_id: held.story.id, queue_item_id: row.id, reason: reason ?? 'not_scheduled' })
  }
  return { moves, skipped }
}

/** Shifting by days always keeps distances; moving to a time only on request. */
function strideOf(rows: readonly HeldRow[], mode: Mode): Stride | undefined {
  if (mode.kind === 'shift' || !mode.shiftsOwnTimes) return undefined
  return strideTo(newTime(earliestTime(rows), mode), rows, mode.zone)
}

function newTime(scheduled_at: Date | null, mode: Mode): Date | null {
  if (mode.kind === 'moment') return mode.at
  if (!scheduled_at) return null
  return mode.kind === 'shift'
    ? shiftDays(scheduled_at, mode.days, mode.zone)
    : atTimeOfDay(scheduled_at, mode.time, mode.zone)
}

function skipReason({ story }: Held, row: HeldRow, at: Date | null, now: Date): string | null {
  if (!isWaiting(row)) return row.status
  if (isSettledByOperation(story.status)) return story.status
  if (row.is_in_flight || row.is_partly_public) return 'publishing'
  if (!at) return 'not_scheduled'
  if (isTooOld(at, now)) return 'in_the_past'
  return timeIssue(at, '', now) ? 'too_far' : null
}
