import { rangeOfDays, type StoryFilter, writeFilter } from '@/components/stories/story-filter'
import { dayOf, instantOf } from '@/components/time/local-time'
import { addDays, addMonths, daysBetween } from '@/lib/calendar-days'
import type { AnalyticsFilter, Days } from './analytics-filter'

type Moment = { now: Date; timeZone: string }
/** An API query for posts. */
export type RangeQuery = {
  project_id: string
  from?: string | undefined
  to?: string | undefined
  channel?: string | undefined
}
export type SeriesInterval = 'day' | 'week' | 'month'

/** The days of a period up to today; null for all time. */
export function daysOfPeriod({ period, days }: Pick<AnalyticsFilter, 'period' | 'days'>, today: string): Days | null {
  if (period === 'all') return null
  if (period === 'custom') return days
  const month = `${today.slice(0, 8)}01`
  if (period === 'month') return { first: month, last: today }
  if (period === 'last_month') return { first: addMonths(month, -1), last: addDays(month, -1) }
  return { first: addDays(today, 1 - Number(period)), last: today }
}

/** The days to compare with; null for none. */
export function daysOfComparison(filter: AnalyticsFilter, today: string): Days | null {
  const { comparison, comparedDays, period } = filter
  const days = daysOfPeriod(filter, today)
  if (!days || comparison === 'none') return null
  if (comparison === 'custom') return comparedDays
  const { first, last } = days
  if (comparison === 'year') return { first: addMonths(first, -12), last: addMonths(last, -12) }
  // Months differ in length, so a month is compared with the month before.
  if (period === 'month') return { first: addMonths(first, -1), last: addMonths(last, -1) }
  if (period === 'last_month') return { first: addMonths(first, -1), last: addDays(first, -1) }
  return { first: addDays(first, -(daysBetween(first, last) + 1)), last: addDays(first, -1) }
}

const startOf = (day: string, { now, timeZone }: Moment): Date => instantOf(`${day}T00:00`, timeZone) ?? now

/** Whole days in the project's zone, and today so far. */
export function rangeQuery(projectId: string, filter: AnalyticsFilter, moment: Moment): RangeQuery {
  const today = dayOf(moment.now, moment.timeZone)
  const days = daysOfPeriod(filter, today)
  const query = { project_id: projectId, channel: filter.channel ?? undefined }
  if (!days) return query
  const to = days.last < today ? startOf(addDays(days.last, 1), moment).toISOString() : undefined
  return { ...query, from: startOf(days.first, moment).toISOString(), to }
}

/** The query of the comparison, or null. Whole days, so that all ways to choose the same days have the same numbers. */
export function comparisonQuery(projectId: string, filter: AnalyticsFilter, moment: Moment): RangeQuery | null {
  const compared = daysOfComparison(filter, dayOf(moment.now, moment.timeZone))
  if (!compared) return null
  return {
    project_id: projectId,
    channel: filter.channel ?? undefined,
    from: startOf(compared.first, moment).toISOString(),
    to: startOf(addDays(compared.last, 1), moment).toISOString(),
  }
}

const [dailyDaysMax, weeklyDaysMax] = [92, 400]

/** The longest range has about 90 bars. */
export function intervalOf(filter: AnalyticsFilter, today: string): SeriesInterval {
  const days = daysOfPeriod(filter, today)
  if (!days) return 'month'
  const count = daysBetween(days.first, days.last) + 1
  if (count <= dailyDaysMax) return 'day'
  return count <= weeklyDaysMax ? 'week' : 'month'
}

export function analyticsQueries(projectId: string, filter: AnalyticsFilter, moment: Moment) {
  const range = rangeQuery(projectId, filter, moment)
  const interval = intervalOf(filter, dayOf(moment.now, moment.timeZone))
  return {
    range,
    comparison: comparisonQuery(projectId, filter, moment),
    series: { ...range, interval, include: 'by_channel' as const },
  }
}

/** A row of the tables by channel and by pillar. */
export type StoriesPart = Partial<Pick<StoryFilter, 'channel' | 'pillar'>>

/** The filter of the list of stories for a row of the tables: its posts in the period. */
export function storiesQuery(
  { period, days: own, channel }: AnalyticsFilter,
  today: string,
  part: StoriesPart,
): string {
  const days = daysOfPeriod({ period, days: own }, today)
  const isNamed = period === '7' || period === '30' || period === '90'
  const date = isNamed ? (`last-${period}` as const) : days && rangeOfDays(days.first, days.last)
  return writeFilter({ status: null, channel, ...part, date })
}

/** The period of a report: whole days, so that a link goes on with today's posts. */
export function reportQuery(filter: AnalyticsFilter, moment: Moment, firstDay: string | undefined) {
  const today = dayOf(moment.now, moment.timeZone)
  const { first, last } = daysOfPeriod(filter, today) ?? { first: firstDay ?? today, last: today }
  const compared = comparisonQuery('', filter, moment)
  return {
    from: startOf(first, moment).toISOString(),
    to: startOf(addDays(last, 1), moment).toISOString(),
    ...(compared?.from && compared.to ? { compare_from: compared.from, compare_to: compared.to } : {}),
    metric: filter.metric,
  }
}
export type ReportQuery = ReturnType<typeof reportQuery>
