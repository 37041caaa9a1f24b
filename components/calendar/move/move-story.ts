import { moveTo } from '@/components/time/channel-times'
import { call } from '@/lib/api/client'
import { bulkReschedule, editStory } from '@/lib/openapi/operations.generated'
import type { CalendarStory } from '../data/calendar-data'
import { restoreChannelTimes, undoProblem } from './bulk-move'
import type { StoryVersions } from './use-story-versions'

/** A moment, or a local time that the server resolves (clock changes). */
export type Target = { local: string } | { at: Date }
/** A story moved by drag or keyboard: the new time, and the difference for other selected stories. */
export type Drop = { story: CalendarStory; target: Target; days: number; minutes: number }
type Project = { projectId: string; timeZone: string }

/** Reschedules a story. Fails if another user changed it. */
export async function moveStory(
  { projectId, timeZone }: Project,
  story: CalendarStory,
  target: Target,
  at: Date,
): Promise<{ stories: StoryVersions }> {
  if (story.status === 'draft') {
    // Editing the time would schedule the draft. This leaves it a draft.
    const { stories = [], skipped } = await call(bulkReschedule, {
      project_id: projectId,
      story_ids: [story.id],
      scheduled_at: at.toISOString(),
      shift_own_times: true,
      include_stories: true,
    })
    const [after] = stories
    if (!after?.scheduled_at) throw new Error(skipped[0]?.reason ?? 'not moved')
    return { stories: new Map([[story.id, { at: after.scheduled_at, updated_at: after.updated_at }]]) }
  }
  const { story: after } = await call(editStory, {
    id: story.id,
    expected_updated_at: story.updated_at,
    ...('at' in target ? { scheduled_at: at.toISOString() } : { scheduled_at_local: target.local, timezone: timeZone }),
    shift_own_times: true,
    // Both were checked when it was scheduled, and a new time doesn't change the result.
    connection_check: 'warn',
    lint_check: 'warn',
  })
  const version = { at: after.scheduled_at ?? at.toISOString(), updated_at: after.updated_at }
  return { stories: new Map([[story.id, version]]) }
}

/** Undoes a move. Channel times that a clock change shifted are restored exactly. */
export async function undoMove(project: Project, story: CalendarStory, before: CalendarStory) {
  const { stories } = await moveStory(project, story, { at: new Date(before.at) }, new Date(before.at))
  const { own_times } = moveTo(story, before.at, project.timeZone)
  const itemTimes = new Map(own_times.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]))
  const restored = await restoreChannelTimes(project.projectId, before, itemTimes)
  for (const [item, at] of restored.itemTimes) itemTimes.set(item, at)
  const now = new Map([...stories, ...restored.stories])
  return { stories: now, failed: undoProblem({ ...restored, itemTimes, stories: now }, [before]) }
}
