import { leastAheadMinutes } from './limits'
import type { RecurringRow } from './repository'
import { type Schedule, slotAfter, wallAt } from './slots'

const minuteMs = 60_000

export type NextSlot = Pick<RecurringRow, 'covered_through' | 'next_slot_at' | 'due_at'>

/** The first slot after those that are covered, and when to create its story. */
export function nextSlotOf(
  { active, create_ahead_minutes, ...schedule }: Schedule & Pick<RecurringRow, 'active' | 'create_ahead_minutes'>,
  covered_through: Date,
): NextSlot {
  const next_slot_at = active ? slotAfter(schedule, covered_through) : null
  const aheadMs = Math.max(create_ahead_minutes, leastAheadMinutes) * minuteMs
  const due_at = next_slot_at && new Date(next_slot_at.getTime() - aheadMs)
  return { covered_through, next_slot_at, due_at }
}

/**
 * What a changed schedule has covered already. A day that has a story gets no second one when the time moves; cron
 * expressions may mean several a day.
 */
export function coveredByStories({ cadence, timezone }: Schedule, lastStorySlot: Date | null, now: Date): Date {
  if (!lastStorySlot || lastStorySlot <= now) return now
  return cadence.kind === 'cron' ? lastStorySlot : endOfDay(lastStorySlot, timezone)
}

function endOfDay(at: Date, timezone: string): Date {
  const nextDay = wallAt(at, timezone).toPlainDate().add({ days: 1 }).toZonedDateTime(timezone)
  return new Date(nextDay.epochMilliseconds - 1)
}
