import type { QueryClient } from '@tanstack/react-query'
import { dueState } from '@/components/stories/due-state'
import { storyKeys } from '@/components/stories/query-keys'
import { localOf } from '@/components/time/local-time'
import type { AnswerTo } from '@/lib/api/operation'
import type { CalendarStory } from '@/lib/calendar/contract'
import type { listCalendar } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'
import type { CalendarQuery } from './view-state'

export type CalendarData = AnswerTo<typeof listCalendar>
export type { CalendarStory }

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

export type Change = Partial<Pick<CalendarStory, 'at' | 'own_times' | 'updated_at'>>

/** Applies changes to all cached views. */
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

/** Calendar data after changes: stories, their order and the counts. */
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
    const box = cellOf(at, length, timeZone)
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

/** A day or hour: its visible stories and the number of hidden ones. */
export type Cell = { local: string; stories: CalendarStory[]; more: number }

/**
 * @param alwaysShown stories that are never hidden, such as the dragged one
 */
export function cellsOf(
  { stories, counts }: CalendarData,
  { each, length, timeZone }: { each: number; length: number; timeZone: string },
  alwaysShown: ReadonlySet<string>,
): Cell[] {
  const countOf = countsBy(counts, length)
  const inCell = new Map<string, CalendarStory[]>([...countOf.keys()].map((local) => [local, []]))
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
    const shown = own.filter(({ id }, index) => index < room || alwaysShown.has(id))
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
