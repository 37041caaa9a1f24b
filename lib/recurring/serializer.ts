import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import type { RecurringTemplate } from './contract'
import { slotsShown } from './limits'
import type { RecurringRow } from './repository'
import { slotProblem } from './run/plan-story'
import { slotsOf } from './slots'

/** @param checks of the project of the row */
export async function serializeTemplate(row: RecurringRow, checks: StoryChecks): Promise<RecurringTemplate> {
  const slots = upcomingSlots(row, checks.now, slotsShown)
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    story: row.story,
    cadence: row.cadence,
    timezone: row.timezone,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    active: row.active,
    create_ahead_minutes: row.create_ahead_minutes,
    next_run_at: slots[0]?.toISOString() ?? null,
    next_slots: slots.map((slot) => slot.toISOString()),
    last_run_at: row.last_run_at?.toISOString() ?? null,
    last_story_id: row.last_story_id,
    last_error: row.last_error,
    next_error: slots[0] ? await slotProblem(checks, row, slots[0]) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Future slots without a story. None when inactive. */
function upcomingSlots(row: RecurringRow, now: Date, count: number): Date[] {
  if (!row.active) return []
  return slotsOf(row, row.covered_through > now ? row.covered_through : now, count)
}
