import type { Insertable } from 'kysely'
import type { RecurringSlots } from '@/lib/db/types.generated'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import type { PreparedStory } from '@/lib/stories/operations/create'
import type { Action } from '@/lib/stories/timeline/history'
import { lateMs } from '../limits'
import { nextSlotOf } from '../next-slot'
import type { RecurringRow, RunResult } from '../repository'
import { slotsAfter } from '../slots'
import { planStory } from './plan-story'
import { skipNote } from './skip-note'

/** What a run writes for one template. */
export type Run = {
  template: RecurringRow
  created: { slot: Date; story: PreparedStory; problem: Action | null } | null
  /** Slots without a story, because they are too old. */
  skipped: number
  slots: Insertable<RecurringSlots>[]
  result: RunResult
}

/** Skipped slots stored one by one. After a long time only their number is reported. */
const skippedStored = 50
/** Max skipped slots counted. */
const skippedCounted = 1_000

/**
 * Skips slots that are too old and creates the story of the next one, if it is due.
 *
 * @param isFirst false when this run handled a slot of the template before, whose error stays
 */
export async function planRun(checks: StoryChecks, template: RecurringRow, isFirst: boolean): Promise<Run> {
  const { now } = checks
  const oldest = new Date(now.getTime() - lateMs)
  const { skipped, slot } = slotsToHandle(template, oldest)
  const { due_at } = nextSlotOf(template, slot ? new Date(slot.getTime() - 1) : now)
  const isDue = slot !== null && due_at !== null && due_at <= now
  const planned = isDue ? await planStory(checks, template, slot) : null
  const covered = isDue ? slot : slot ? new Date(slot.getTime() - 1) : now
  const note = skipNote(skipped, template.timezone)
  const error = [planned?.error, note].filter(Boolean).join(' ') || null
  return {
    template,
    created: planned && isDue ? { slot, story: planned.story, problem: planned.problem } : null,
    skipped: skipped.length,
    slots: [
      ...skipped
        .slice(-skippedStored)
        .map((slot_at) => slotRow(template, slot_at, { outcome: 'skipped', error: null })),
      ...(planned && isDue
        ? [
            slotRow(template, slot, {
              outcome: planned.problem ? 'draft' : 'scheduled',
              story_id: planned.story.story.id,
              error: planned.error,
            }),
          ]
        : []),
    ],
    result: {
      id: template.id,
      ...nextSlotOf(template, covered),
      // A story without problems clears the error of an earlier run.
      last_error: error ?? (isFirst && planned ? null : undefined),
      story_id: planned?.story.story.id ?? null,
    },
  }
}

/** The slots before `oldest`, and the first one from there on. */
function slotsToHandle(template: RecurringRow, oldest: Date): { skipped: Date[]; slot: Date | null } {
  const skipped: Date[] = []
  let after = template.covered_through
  for (const slot of slotsAfter(template, after)) {
    if (slot >= oldest) return { skipped, slot }
    skipped.push(slot)
    if (skipped.length === skippedCounted) break
  }
  if (skipped.length < skippedCounted) return { skipped, slot: null }
  after = new Date(oldest.getTime() - 1)
  const { value } = slotsAfter(template, after).next()
  return { skipped, slot: value ?? null }
}

const slotRow = (
  { id, project_id }: RecurringRow,
  slot_at: Date,
  outcome: Pick<Insertable<RecurringSlots>, 'outcome' | 'story_id' | 'error'>,
): Insertable<RecurringSlots> => ({ template_id: id, project_id, slot_at, story_id: null, ...outcome })
