import type { QueryClient } from '@tanstack/react-query'
import type { AnswerTo } from '@/lib/api/operation'
import { addDays } from '@/lib/calendar-days'
import type { listCalendarNotes, listHolidays } from '@/lib/openapi/operations.generated'
import { daysOf, type ViewState } from '../data/view-state'

export type CalendarNote = AnswerTo<typeof listCalendarNotes>['calendar_notes'][number]
export type Holiday = AnswerTo<typeof listHolidays>['holidays'][number]

/** First and last day. */
export type Days = { from: string; to: string }

/** The days of a view. */
export function noteDays(viewState: Pick<ViewState, 'view' | 'date'>, locale: string): Days {
  const { first, end } = daysOf(viewState, locale)
  return { from: first, to: addDays(end, -1) }
}

export const noteKeys = {
  all: (projectId: string) => ['calendar-notes', projectId] as const,
  one: (projectId: string, days: Days) => [...noteKeys.all(projectId), days] as const,
}

/** Puts a changed or new note into all loaded ranges. */
export function storeNote(queries: QueryClient, projectId: string, note: CalendarNote): void {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: noteKeys.all(projectId) })) {
    const { from, to } = queryKey.at(-1) as Days
    queries.setQueryData<CalendarNote[]>(queryKey, (notes) => {
      if (!notes) return notes
      const others = notes.filter(({ id }) => id !== note.id)
      if (note.day < from || note.day > to) return others
      return [...others, note].sort((one, other) => `${one.day} ${one.id}`.localeCompare(`${other.day} ${other.id}`))
    })
  }
}
