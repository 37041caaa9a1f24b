import { movedTo } from '@/components/time/own-times'
import { call } from '@/lib/api/client'
import { bulkReschedule, editStory } from '@/lib/api/operations.generated'
import type { CalendarStory } from './calendar-data'
import { restoreOwnTimes, whyNotBack } from './move-many'
import type { Standing } from './use-line'

/** A moment, or a local time whose meaning the server decides when clocks change. */
export type Target = { local: string } | { at: Date }
type Place = { projectId: string; timeZone: string }

/** Gives one story its new time, unless somebody else changed it since it was shown. */
export async function moveOne(
  { projectId, timeZone }: Place,
  story: CalendarStory,
  target: Target,
  at: Date,
): Promise<{ stories: Standing }> {
  if (story.status === 'draft') {
    // An edit that gives a draft a time schedules it; this gives it another time and leaves it a draft.
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
    // Both were judged when it was scheduled; another time makes neither better nor worse.
    connection_check: 'warn',
    lint_check: 'warn',
  })
  const standing = { at: after.scheduled_at ?? at.toISOString(), updated_at: after.updated_at }
  return { stories: new Map([[story.id, standing]]) }
}

/** Takes a move back. What a clock change bent on the way there and back is put right to the moment. */
export async function bringOneBack(place: Place, story: CalendarStory, before: CalendarStory) {
  const { stories } = await moveOne(place, story, { at: new Date(before.at) }, new Date(before.at))
  const { own_times } = movedTo(story, before.at, place.timeZone)
  const itemTimes = new Map(own_times.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]))
  const mended = await restoreOwnTimes(place.projectId, before, itemTimes)
  for (const [item, at] of mended.itemTimes) itemTimes.set(item, at)
  const now = new Map([...stories, ...mended.stories])
  return { stories: now, failed: whyNotBack({ ...mended, itemTimes, stories: now }, [before]) }
}
