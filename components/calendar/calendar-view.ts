import { readFilter, type StoryFilter, statusesOf } from '@/components/stories/story-filter'
import { instantOf } from '@/components/time/zoned'
import { addDays, addMonths, daysBetween, firstWeekdayOf, isDay, sayDay, startOfWeek } from './days'

export const views = ['month', 'week', 'day', 'list'] as const
export type View = (typeof views)[number]
export const viewWords: Record<View, string> = { month: 'Month', week: 'Week', day: 'Day', list: 'List' }

/** Everything that the address says. `date` is a day in the project's zone. */
export type Place = { view: View; date: string; filter: StoryFilter }

type Given = { view?: unknown; date?: unknown; status?: unknown; channel?: unknown }

/** Reads an address leniently: what it does not say is as it was last, and today. */
export const readPlace = (given: Given, otherwise: { view: View; date: string }): Place => ({
  view: readView(given.view) ?? otherwise.view,
  date: isDay(given.date) ? given.date : otherwise.date,
  filter: readFilter(given),
})

export const readView = (word: unknown): View | null => views.find((view) => view === word) ?? null

export function writePlace({ view, date, filter }: Place): string {
  const said = { view, date, ...(filter.status ? { status: filter.status } : {}) }
  return `?${new URLSearchParams({ ...said, ...(filter.channel ? { channel: filter.channel } : {}) })}`
}

/** Which view was open last, for addresses that name none. */
export const viewCookie = 'storycast-calendar-view'

const listDays = 31
/** How each view is cut, and how many stories one box has room for before the rest is counted. */
export const cuts = {
  month: { by: 'day', each: 4 },
  week: { by: 'hour', each: 2 },
  day: { by: 'hour', each: 5 },
  list: { by: 'day', each: 20 },
} as const satisfies Record<View, { by: 'day' | 'hour'; each: number }>

/** The days that a view shows: the first, and the one after the last. */
export function daysOf({ view, date }: Pick<Place, 'view' | 'date'>, locale: string): { first: string; end: string } {
  if (view === 'day') return { first: date, end: addDays(date, 1) }
  if (view === 'list') return { first: date, end: addDays(date, listDays) }
  const weekday = firstWeekdayOf(locale)
  if (view === 'week') {
    const first = startOfWeek(date, weekday)
    return { first, end: addDays(first, 7) }
  }
  const month = `${date.slice(0, 8)}01`
  const first = startOfWeek(month, weekday)
  return { first, end: addDays(startOfWeek(addDays(addMonths(month, 1), -1), weekday), 7) }
}

/** The query of a view, the same for the server's first page and for the browser's later ones. */
export function queryOf(place: Place, { timeZone, locale }: { timeZone: string; locale: string }) {
  const { first, end } = daysOf(place, locale)
  const startOf = (day: string): string => (instantOf(`${day}T00:00`, timeZone) ?? new Date(0)).toISOString()
  const { by, each } = cuts[place.view]
  const { channel } = place.filter
  return {
    from: startOf(first),
    to: startOf(end),
    by,
    each: String(each),
    status: statusesOf(place.filter).join(','),
    ...(channel ? { channel } : {}),
  }
}
export type CalendarQuery = ReturnType<typeof queryOf>

/** One stretch on or back. */
export function step({ view, date, ...rest }: Place, by: 1 | -1): Place {
  if (view === 'month') return { ...rest, view, date: addMonths(date, by) }
  if (view === 'list') return { ...rest, view, date: addDays(date, listDays * by) }
  return { ...rest, view, date: addDays(date, (view === 'week' ? 7 : 1) * by) }
}

export function titleOf(place: Pick<Place, 'view' | 'date'>, locale: string): string {
  const { view, date } = place
  if (view === 'month') return sayDay(date, 'month', locale)
  if (view === 'day') return sayDay(date, 'long', locale)
  const { first, end } = daysOf(place, locale)
  const last = addDays(end, -1)
  return `${sayDay(first, first.slice(0, 4) === last.slice(0, 4) ? 'short' : 'dated', locale)} – ${sayDay(last, 'dated', locale)}`
}

export const isShown = (day: string, place: Place, locale: string): boolean => {
  const { first, end } = daysOf(place, locale)
  return daysBetween(first, day) >= 0 && daysBetween(day, end) > 0
}
