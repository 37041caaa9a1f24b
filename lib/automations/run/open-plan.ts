import type { Database } from '@/lib/db/pool'
import { FreeSlots } from '@/lib/free-slots/free-slots'
import { takeFrom } from '@/lib/free-slots/take-slots'
import type { ProjectRow } from '@/lib/projects/repository'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { findTemplateRow } from '@/lib/templates/repository'
import type { AutomationRow } from '../repository'
import { FreeTimes } from './free-times'
import type { Plan, PlannedTemplate, PlannedTimes } from './plan-story'

type Planned = Pick<
  AutomationRow,
  'project_id' | 'trigger' | 'template_id' | 'channels' | 'mode' | 'schedule' | 'attach_media'
>

/**
 * Loads what all stories of an automation need.
 *
 * @param unsaved the texts of a template that is not saved yet
 */
export async function openPlan(
  db: Database,
  project: ProjectRow,
  automation: Planned,
  now: Date,
  unsaved?: PlannedTemplate,
): Promise<Plan> {
  const { trigger, template_id, channels } = automation
  const stored = template_id === null ? undefined : await findTemplateRow(db, project.id, template_id)
  const takeTimes = timesTaker(db, project, channels, now)
  return {
    checks: await StoryChecks.open(db, project.id, now),
    automation,
    template: unsaved ?? stored,
    timezone: trigger.kind === 'schedule' ? trigger.timezone : (project.timezone ?? 'UTC'),
    takeTimes,
  }
}

/** Takes the next free posting slot of each channel, or the next free time when a channel has no slots. */
function timesTaker(db: Database, project: ProjectRow, channels: Planned['channels'], now: Date): Plan['takeTimes'] {
  let freeSlots: FreeSlots | undefined
  let freeTimes: FreeTimes | undefined
  return async (): Promise<PlannedTimes | null> => {
    freeSlots ??= await FreeSlots.open(db, project, { channels, now })
    const slots = freeSlots
    if (channels.every((channel) => slots.hasSlots(channel))) {
      const taken = takeFrom(slots, channels)
      return 'times' in taken ? taken : null
    }
    freeTimes ??= await FreeTimes.open(db, project, channels, now)
    const at = freeTimes.take()
    return at && { at }
  }
}
