import { readFilter, type StoryFilter, statusesOf } from '@/components/stories/story-filter'
import { instantOf } from '@/components/time/local-time'
import { addDays, addMonths, daysBetween, firstWeekdayOf, isDay, startOfWeek } from '@/lib/calendar-days'
import { formatDay, formatDayRange } from './days'

export const views = ['month', 'week', 'day', 'list'] as const
/** `days` is the week of windows without room for seven days: three of them, from the date on. */
export type View = (typeof views)[number] | 'days'

export type GridView = Exclude<View, 'list'>

/** The state in the URL. `date` is a day in the project's zone. */
export type ViewState = { view: View; date: string; filter: StoryFilter }

type SearchParams = { view?: unknown; date?: unknown; status?: unknown; channel?: unknown; pillar?: unknown }

/** Reads search parameters. Missing and invalid values are replaced by the defaults. */
export const readViewState = (params: SearchParams, defaults: { view: View; date: string }): ViewState => ({
  view: readView(params.view) ?? defaults.view,
  date: isDay(params.date) ? params.date : defaults.date,
  filter: readFilter(params),
})

export const readView = (value: unknown): (typeof views)[number] | null => views.find((view) => view === value) ?? null

/** The view in the URL and in the cookie. */
export const storedView = (view: View): View => (view === 'days' ? 'week' : view)

/** The view that a window has room for. */
export const fittingView = (view: View, isCompact: boolean): View => (isCompact && view === 'week' ? 'days' : view)

export function viewStateQuery({ view, date, filter }: ViewState): string {
  const search = new URLSearchParams({ view: storedView(view), date })
  for (const [name, value] of Object.entries(filter)) if (value) search.set(name, value)
  return `?${search}`
}

/** The view used last, for URLs without one. */
export const viewCookie = 'storycast-calendar-view'

const listDays = 31
const compactDays = 3
/** The cell size of each view, and how many stories of a cell are loaded. */
export const viewCells = {
  month: { by: 'day', each: 6 },
  week: { by: 'hour', each: 4 },
  days: { by: 'hour', each: 4 },
  day: { by: 'hour', each: 5 },
  list: { by: 'day', each: 20 },
} as const satisfies Record<View, { by: 'day' | 'hour'; each: number }>

/** The visible days of a view. `end` is exclusive. */
export function daysOf(
  { view, date }: Pick<ViewState, 'view' | 'date'>,
  locale: string,
): { first: string; end: string } {
  if (view === 'day') return { first: date, end: addDays(date, 1) }
  if (view === 'list') return { first: date, end: addDays(date, listDays) }
  if (view === 'days') return { first: date, end: addDays(date, compactDays) }
  const weekday = firstWeekdayOf(locale)
  if (view === 'week') {
    const first = startOfWeek(date, weekday)
    return { first, end: addDays(first, 7) }
  }
  const month = `${date.slice(0, 8)}01`
  const first = startOfWeek(month, weekday)
  return { first, end: addDays(startOfWeek(addDays(addMonths(month, 1), -1), weekday), 7) }
}

/** The API query of a view, for the server and the browser. */
export function queryOf(viewState: ViewState, { timeZone, locale }: { timeZone: string; locale: string }) {
  const { first, end } = daysOf(viewState, locale)
  const startOf = (day: string): string => (instantOf(`${day}T00:00`, timeZone) ?? new Date(0)).toISOString()
  const { by, each } = viewCells[viewState.view]
  const { channel, pillar } = viewState.filter
  return {
    from: startOf(first),
    to: startOf(end),
    by,
    each: String(each),
    status: statusesOf(viewState.filter).join(','),
    ...(channel ? { channel } : {}),
    ...(pillar ? { content_type: pillar } : {}),
  }
}
export type CalendarQuery = ReturnType<typeof queryOf>

/** The rows of a month. */
export function weeksOf(viewState: Pick<ViewState, 'view' | 'date'>, locale: string): number {
  const { first, end } = daysOf(viewState, locale)
  return daysBetween(first, end) / 7
}

/** The next or previous period. */
export function step({ view, date, ...rest }: ViewState, by: 1 | -1): ViewState {
  if (view === 'month') return { ...rest, view, date: addMonths(date, by) }
  if (view === 'list') return { ...rest, view, date: addDays(date, listDays * by) }
  return { ...rest, view, date: addDays(date, { week: 7, days: compactDays, day: 1 }[view] * by) }
}

export function titleOf(viewState: Pick<ViewState, 'view' | 'date'>, locale: string): string {
  const { view, date } = viewState
  if (view === 'month') return formatDay(date, 'month', locale)
  if (view === 'day') return formatDay(date, 'day', locale)
  const { first, end } = daysOf(viewState, locale)
  const last = addDays(end, -1)
  return `${formatDay(first, first.slice(0, 4) === last.slice(0, 4) ? 'dayOfMonth' : 'date', locale)} – ${formatDay(last, 'date', locale)}`
}

/** For narrow windows: “Nov 2026”, “23–29 Nov”, “Fri, 27 Nov”. */
export function shortTitleOf(viewState: Pick<ViewState, 'view' | 'date'>, locale: string): string {
  const { view, date } = viewState
  if (view === 'month') return formatDay(date, 'monthShort', locale)
  if (view === 'day') return formatDay(date, 'weekday', locale)
  const { first, end } = daysOf(viewState, locale)
  return formatDayRange(first, addDays(end, -1), locale)
}

export const isShown = (day: string, viewState: ViewState, locale: string): boolean => {
  const { first, end } = daysOf(viewState, locale)
  return daysBetween(first, day) >= 0 && daysBetween(day, end) > 0
}
