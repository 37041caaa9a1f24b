import type { QueryClient } from '@tanstack/react-query'
import { storyKeys } from '@/components/stories/keys'
import { lateAfterMs } from '@/components/stories/story-status'
import { localOf } from '@/components/time/zoned'
import type { AnswerTo } from '@/lib/api/operation'
import type { listCalendar } from '@/lib/api/operations.generated'
import type { CalendarStory } from '@/lib/calendar/contract'
import type { CalendarQuery } from './calendar-view'

export type CalendarData = AnswerTo<typeof listCalendar>
export type { CalendarStory }

/** Below the key of the stories, so that whatever refreshes them refreshes the calendar. */
export const calendarKeys = {
  all: (projectId: string) => [...storyKeys.all(projectId), 'calendar'] as const,
  one: (projectId: string, query: CalendarQuery) => [...calendarKeys.all(projectId), query] as const,
}

/** What its colour and word are chosen by. */
export const standingOf = ({ status, at, waits_for_approval }: CalendarStory, now: Date) => ({
  status,
  scheduledAt: at,
  now,
  isWaiting: waits_for_approval,
})

/** Why a story cannot be given another time, or null when it can. */
export function whyLocked(story: CalendarStory, now: Date): string | null {
  const { status, is_public, at, waits_for_approval } = story
  if (status === 'scheduled') {
    if (is_public) return 'It is public on a channel already, so it keeps its time.'
    if (waits_for_approval) return null
    const overdueMs = now.getTime() - new Date(at).getTime()
    return overdueMs > 0 && overdueMs <= lateAfterMs ? 'It is going out just now, so it keeps its time.' : null
  }
  return status === 'draft' ? null : lockedWords[status]
}

const lockedWords: Record<Exclude<CalendarStory['status'], 'draft' | 'scheduled'>, string> = {
  published: 'It is published, so it stays where it went out.',
  partial: 'It is out on some channels, so it stays where it went out.',
  failed: 'It failed. Try it again from its own page.',
  archived: 'It is archived, so it stays where it is.',
  cancelled: 'It is cancelled, so it stays where it is.',
}

/** `2026-05-01` or `2026-05-01T09`, as the server names its boxes. */
const boxOf = (at: string, length: number, timeZone: string): string => localOf(at, timeZone).slice(0, length)

export type Change = Partial<Pick<CalendarStory, 'at' | 'own_times' | 'updated_at'>>

/** What every view that is held shows once stories have other times: before the server has said so. */
export function applyChanges(
  queries: QueryClient,
  projectId: string,
  timeZone: string,
  changes: ReadonlyMap<string, Change>,
): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: calendarKeys.all(projectId) })) {
    const { from, to } = queryKey.at(-1) as CalendarQuery
    queries.setQueryData<CalendarData>(queryKey, (data) => data && withChanges(data, { from, to }, timeZone, changes))
  }
}

/** A stretch as it is once stories have other times. */
export function withChanges(
  data: CalendarData,
  { from, to }: { from: string; to: string },
  timeZone: string,
  changes: ReadonlyMap<string, Change>,
): CalendarData {
  const counts = new Map(data.counts.map(({ local, count }) => [local, count]))
  const length = data.counts[0]?.local.length ?? 10
  const isIn = (at: string): boolean => at >= from && at < to
  const add = (at: string, by: number): void => {
    const box = boxOf(at, length, timeZone)
    if (isIn(at)) counts.set(box, (counts.get(box) ?? 0) + by)
  }
  const stories = data.stories.map((story) => {
    const change = changes.get(story.id)
    if (!change) return story
    if (change.at && change.at !== story.at) {
      add(story.at, -1)
      add(change.at, 1)
    }
    return { ...story, ...change }
  })
  return {
    ...data,
    stories: stories.filter(({ at }) => isIn(at)).sort((one, other) => one.at.localeCompare(other.at)),
    counts: [...counts].filter(([, count]) => count > 0).map(([local, count]) => ({ local, count })),
  }
}

/** A box as it is drawn: the stories that have room, and how many more there are. */
export type Box = { local: string; stories: CalendarStory[]; more: number }

/**
 * @param kept stories that are shown whatever the room: one that is being moved must not vanish into “+3 more”
 */
export function boxesOf(
  { stories, counts }: CalendarData,
  { each, length, timeZone }: { each: number; length: number; timeZone: string },
  kept: ReadonlySet<string>,
): Box[] {
  const inBox = new Map<string, CalendarStory[]>(counts.map(({ local }) => [local, []]))
  for (const story of stories) {
    const box = boxOf(story.at, length, timeZone)
    const own = inBox.get(box)
    if (own) own.push(story)
    else inBox.set(box, [story])
  }
  const countOf = new Map(counts.map(({ local, count }) => [local, count]))
  return [...inBox].map(([local, own]) => {
    const count = Math.max(countOf.get(local) ?? 0, own.length)
    // Where one more would be the only hidden one, its own chip takes no more room than the words that count it.
    const room = count > each ? each - 1 : each
    const shown = own.filter(({ id }, index) => index < room || kept.has(id))
    return { local, stories: shown, more: count - shown.length }
  })
}
