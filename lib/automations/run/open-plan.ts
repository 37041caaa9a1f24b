import type { Database } from '@/lib/db/pool'
import type { ProjectRow } from '@/lib/projects/repository'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { findTemplateRow } from '@/lib/templates/repository'
import { FreeTimes } from '@/lib/usual-times/free-times'
import type { AutomationRow } from '../repository'
import type { Plan } from './plan-story'

type Planned = Pick<
  AutomationRow,
  'project_id' | 'trigger' | 'template_id' | 'channels' | 'mode' | 'schedule' | 'attach_media'
>

/** Loads what all stories of an automation need. */
export async function openPlan(db: Database, project: ProjectRow, automation: Planned, now: Date): Promise<Plan> {
  const { trigger, template_id, channels } = automation
  let freeTimes: FreeTimes | undefined
  return {
    checks: await StoryChecks.open(db, project.id, now),
    automation,
    template: template_id === null ? undefined : await findTemplateRow(db, project.id, template_id),
    timezone: trigger.kind === 'schedule' ? trigger.timezone : (project.timezone ?? 'UTC'),
    freeTime: async () => {
      freeTimes ??= await FreeTimes.open(db, project, channels, now)
      return freeTimes.take()
    },
  }
}
