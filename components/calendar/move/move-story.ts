import { type Change, moveItems, restoreChannelTimes, undoProblem } from '@/components/story-moves/bulk-move'
import { moveTo } from '@/components/time/channel-times'
import { call } from '@/lib/api/client'
import type { CalendarStory } from '@/lib/calendar/contract'
import { withPostTimes } from '@/lib/calendar/parts'
import { bulkReschedule, editStory } from '@/lib/openapi/operations.generated'
import { isWaiting } from '@/lib/queue-items/status'
import type { CalendarCard } from '../data/cards'
import type { StoryVersion, StoryVersions } from './use-story-versions'

/** A moment, or a local time that the server resolves (clock changes). */
export type Target = { local: string } | { at: Date }
/** A story moved by drag or keyboard: the new time, and the difference for other selected stories. */
export type Drop = { story: CalendarCard; target: Target; days: number; minutes: number }
type Project = { projectId: string; timeZone: string }

/** Reschedules a story. Fails if another user changed it. */
async function moveStory(
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
async function undoMove(project: Project, story: CalendarStory, before: CalendarStory): Promise<Undone> {
  const { stories } = await moveStory(project, story, { at: new Date(before.at) }, new Date(before.at))
  const { own_times } = moveTo(story, before.at, project.timeZone)
  const itemTimes = new Map(own_times.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]))
  const restored = await restoreChannelTimes(project.projectId, before, itemTimes)
  for (const [item, at] of restored.itemTimes) itemTimes.set(item, at)
  const now = new Map([...stories, ...restored.stories])
  return { stories: now, failed: undoProblem({ ...restored, itemTimes, stories: now }, [before]) }
}

type Undone = { stories: StoryVersions; failed: ReturnType<typeof undoProblem> }

/** How a card moves, and how that is undone. */
export type MovePlan = {
  /** The story before the move. */
  story: CalendarStory
  /** What the calendar shows at once. */
  change: Change
  /** The change with the times of the server. */
  changeAfter: (version: StoryVersion | undefined) => Change
  /** What undo shows at once. */
  back: Change
  send: (story: CalendarStory) => Promise<{ stories: StoryVersions }>
  undo: (story: CalendarStory) => Promise<Undone>
}

export function planMove(project: Project, card: CalendarCard, target: Target, at: Date): MovePlan {
  return card.whole ? planPartMove(project, card, card.whole, at) : planStoryMove(project, card, target, at)
}

function planStoryMove(project: Project, story: CalendarStory, target: Target, at: Date): MovePlan {
  const changeAt = (time: string): Change => moveTo(story, time, project.timeZone)
  return {
    story,
    change: changeAt(at.toISOString()),
    changeAfter: (version) => ({ ...changeAt(version?.at ?? story.at), ...version }),
    back: { at: story.at, own_times: story.own_times },
    send: (current) => moveStory(project, current, target, at),
    undo: (current) => undoMove(project, current, story),
  }
}

/** Moves the channels of a card. The rest of its story stays. */
function planPartMove({ projectId }: Project, card: CalendarCard, story: CalendarStory, at: Date): MovePlan {
  const items = (card.posts ?? []).filter(isWaiting)
  const to = new Map(items.map(({ queue_item_id }) => [queue_item_id, at.toISOString()]))
  const before = new Map(items.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]))
  const change = withPostTimes(story, to)
  return {
    story,
    change,
    changeAfter: (version) => ({ ...change, ...version }),
    back: { at: story.at, own_times: story.own_times, ...(story.posts ? { posts: story.posts } : {}) },
    send: async () => {
      const { stories, reasons, error } = await moveItems(projectId, story, to)
      if (error) throw error
      const [reason] = reasons.values()
      if (reason) throw new Error(reason)
      return { stories }
    },
    undo: async () => {
      const { stories, reasons, error } = await moveItems(projectId, story, before)
      const [reason] = reasons.values()
      return { stories, failed: error ? { error } : reason ? { message: reason } : null }
    },
  }
}
