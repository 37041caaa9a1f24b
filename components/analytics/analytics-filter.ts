import { dayOf, instantOf, localOf } from '@/components/time/local-time'
import { addDays, shifted } from '@/lib/calendar-days'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { Metric } from '@/lib/metrics/rates'
import { shownMetrics } from './metrics'

/** Ranges in days; `all` has no start. */
export const ranges = ['7', '28', '90', 'all'] as const
export type Range = (typeof ranges)[number]
export const rangeLabels: Record<Range, string> = {
  '7': '7 days',
  '28': '28 days',
  '90': '90 days',
  all: 'All time',
}

/** `metric` is for the trend and the ranking of stories. */
export type AnalyticsFilter = { range: Range; channel: ChannelId | null; metric: Metric }

const defaultRange: Range = '28'
const defaultMetric: Metric = 'engagement'
const one = (params: string | string[] | null | undefined): string | null =>
  (Array.isArray(params) ? params[0] : params) ?? null

type SearchParams = Partial<Record<'days' | 'channel' | 'metric', string | string[] | null>>

/** Reads search parameters. Invalid values become defaults. */
export function readAnalyticsFilter(params: SearchParams): AnalyticsFilter {
  return {
    range: ranges.find((range) => range === one(params.days)) ?? defaultRange,
    channel: channelIds.find((channel) => channel === one(params.channel)) ?? null,
    metric: shownMetrics.find((metric) => metric === one(params.metric)) ?? defaultMetric,
  }
}

export function writeAnalyticsFilter({ range, channel, metric }: AnalyticsFilter): string {
  const query = new URLSearchParams()
  if (range !== defaultRange) query.set('days', range)
  if (channel) query.set('channel', channel)
  if (metric !== defaultMetric) query.set('metric', metric)
  return query.size > 0 ? `?${query}` : ''
}

type Moment = { now: Date; timeZone: string }

/** The API query of a filter: whole days in the project's zone, and today so far. */
export function analyticsQuery(projectId: string, { range, channel }: AnalyticsFilter, { now, timeZone }: Moment) {
  const from = range === 'all' ? undefined : startOfDay(now, Number(range) - 1, timeZone).toISOString()
  return { project_id: projectId, from, channel: channel ?? undefined }
}

/** The query of the previous range, up to the same hour; null for `all`. */
export function previousQuery(projectId: string, filter: AnalyticsFilter, { now, timeZone }: Moment) {
  if (filter.range === 'all') return null
  const days = Number(filter.range)
  const minuteMs = 60_000
  // Rounded down to the minute, so that the query is stable.
  const sameHour = instantOf(shifted(localOf(now, timeZone), { days: -days }), timeZone) ?? now
  return {
    project_id: projectId,
    from: startOfDay(now, 2 * days - 1, timeZone).toISOString(),
    to: new Date(Math.floor(sameHour.getTime() / minuteMs) * minuteMs).toISOString(),
    channel: filter.channel ?? undefined,
  }
}

export const intervalOf = ({ range }: AnalyticsFilter) => (range === 'all' ? 'month' : 'day')

const startOfDay = (now: Date, daysAgo: number, timeZone: string): Date =>
  instantOf(`${addDays(dayOf(now, timeZone), -daysAgo)}T00:00`, timeZone) ?? now
