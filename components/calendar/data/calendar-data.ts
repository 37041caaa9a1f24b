import type { QueryClient } from '@tanstack/react-query'
import { dueState } from '@/components/stories/due-state'
import { storyKeys } from '@/components/stories/query-keys'
import type { Change } from '@/components/story-moves/bulk-move'
import { localOf } from '@/components/time/local-time'
import type { CalendarStory } from '@/lib/calendar/contract'
import { isWaiting } from '@/lib/queue-items/status'
import { headlineOf } from '@/lib/stories/content/headline'
import { byTime, type CalendarCard, type CalendarData, cardsIn, type StoredCalendar } from './cards'
import type { CalendarQuery } from './view-state'

/** Below the stories' key, so that a refresh of stories refreshes the calendar. */
export const calendarKeys = {
  all: (projectId: string) => [...storyKeys.all(projectId), 'calendar'] as const,
  one: (projectId: string, query: CalendarQuery) => [...calendarKeys.all(projectId), query] as const,
}

/** The story's first line, for one-line labels. */
export const storyTitle = ({ words }: Pick<CalendarStory, 'words'>): string =>
  headlineOf({ title: null, caption: words })

/** The input for the status badge. */
export const statusOf = ({ status, at, waits_for_approval, is_imported }: CalendarStory, now: Date) => ({
  status,
  scheduledAt: at,
  now,
  isWaiting: waits_for_approval,
  isImported: is_imported,
})

/** Why a story cannot be moved, or null. */
export function lockReasonOf(story: CalendarStory, now: Date): string | null {
  const { status, is_public, at, waits_for_approval } = story
  if (status === 'scheduled') {
    if (is_public) return 'Already published on a channel.'
    if (waits_for_approval) return null
    return dueState(at, now) === 'publishing' ? 'Being published right now.' : null
  }
  return status === 'draft' ? null : lockReasons[status]
}

const lockReasons: Record<Exclude<CalendarStory['status'], 'draft' | 'scheduled'>, string> = {
  published: 'Already published.',
  partial: 'Already published on some channels.',
  failed: 'Failed. Retry it on its page.',
  archived: 'Archived.',
  cancelled: 'Cancelled.',
}

/** Whether a story has an edit link: nothing of it is published. */
export const mayEdit = ({ status, is_public }: CalendarStory): boolean =>
  !is_public && (status === 'draft' || status === 'scheduled')

/** The key of a cell: `2026-05-01` or `2026-05-01T09`. */
const cellOf = (at: string, length: number, timeZone: string): string => localOf(at, timeZone).slice(0, length)

/** Applies changes to all cached views. */
export function applyChanges(
  queries: QueryClient,
  projectId: string,
  timeZone: string,
  changes: ReadonlyMap<string, Change>,
): void {
  queries.setQueriesData<StoredCalendar>(
    { queryKey: calendarKeys.all(projectId) },
    (data) => data && withChanges(data, timeZone, changes),
  )
}

/** Calendar data after changes: stories and the counts of their cards. */
export function withChanges(
  data: StoredCalendar,
  timeZone: string,
  changes: ReadonlyMap<string, Change>,
): StoredCalendar {
  const counts = changedCounts(data.counts, timeZone)
  const stories = data.stories.map((story) => {
    const change = changes.get(story.id)
    if (!change) return story
    const next = changed(story, change)
    for (const { at } of cardsIn(story, data.range)) counts.add(at, -1)
    for (const { at } of cardsIn(next, data.range)) counts.add(at, 1)
    return next
  })
  return {
    ...data,
    stories: stories.filter((story) => cardsIn(story, data.range).length > 0).sort(byTime),
    counts: counts.list(),
  }
}

/** The posts follow the times of their story. */
function changed(story: CalendarStory, change: Change): CalendarStory {
  const next = { ...story, ...change }
  if (change.posts || !next.posts || !(change.at || change.own_times)) return next
  const own = new Map(next.own_times.map(({ queue_item_id, scheduled_at }) => [queue_item_id, scheduled_at]))
  const posts = next.posts.map((post) =>
    isWaiting(post) ? { ...post, scheduled_at: own.get(post.queue_item_id) ?? next.at } : post,
  )
  return { ...next, posts }
}

/** Shows a card at another time, in or out of the range. */
export function withCardAt(
  data: CalendarData,
  card: CalendarCard,
  { at, from, to, timeZone }: { at: string; from: string; to: string; timeZone: string },
): CalendarData {
  const counts = changedCounts(data.counts, timeZone)
  const others = data.stories.filter(({ key }) => key !== card.key)
  const isIn = (time: string): boolean => time >= from && time < to
  if (others.length < data.stories.length) counts.add(card.at, -1)
  if (isIn(at)) counts.add(at, 1)
  const stories = isIn(at) ? [...others, { ...card, at }].sort(byTime) : others
  return { ...data, stories, counts: counts.list() }
}

/** The data without some stories, such as deleted ones. */
export function withoutStories(data: CalendarData, stays: (stories: CalendarCard[]) => readonly CalendarCard[]) {
  const stories = [...stays(data.stories)]
  if (stories.length === data.stories.length) return data
  const left = new Set(stories)
  const counts = changedCounts(data.counts, data.timezone)
  for (const card of data.stories) if (!left.has(card)) counts.add(card.at, -1)
  return { ...data, stories, counts: counts.list() }
}

function changedCounts(before: CalendarData['counts'], timeZone: string) {
  const counts = new Map(before.map(({ local, count }) => [local, count]))
  const length = before[0]?.local.length ?? 10
  return {
    add(at: string, by: number): void {
      const cell = cellOf(at, length, timeZone)
      counts.set(cell, (counts.get(cell) ?? 0) + by)
    },
    list: (): CalendarData['counts'] =>
      [...counts].filter(([, count]) => count > 0).map(([local, count]) => ({ local, count })),
  }
}

/** A day or hour: its visible stories and the number of hidden ones. */
export type Cell = { local: string; stories: CalendarCard[]; more: number }

/**
 * @param alwaysShown cards that are never hidden, such as the dragged one
 */
export function cellsOf(
  { stories, counts }: CalendarData,
  { each, length, timeZone }: { each: number; length: number; timeZone: string },
  alwaysShown: ReadonlySet<string>,
): Cell[] {
  const countOf = countsBy(counts, length)
  const inCell = new Map<string, CalendarCard[]>([...countOf.keys()].map((local) => [local, []]))
  for (const story of stories) {
    const box = cellOf(story.at, length, timeZone)
    const own = inCell.get(box)
    if (own) own.push(story)
    else inCell.set(box, [story])
  }
  return [...inCell].map(([local, own]) => {
    const count = Math.max(countOf.get(local) ?? 0, own.length)
    // “+N more” replaces one story.
    const room = count > each ? each - 1 : each
    const shown = own.filter(({ key }, index) => index < room || alwaysShown.has(key))
    return { local, stories: shown, more: count - shown.length }
  })
}

/** Counts of cells of this size. The data of the previous view, shown while the next one loads, has another size. */
function countsBy(counts: CalendarData['counts'], length: number): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { local, count } of counts) {
    const cell = local.slice(0, length)
    // Counts by day say nothing about hours.
    if (cell.length === length) sums.set(cell, (sums.get(cell) ?? 0) + count)
  }
  return sums
}
