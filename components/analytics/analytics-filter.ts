import { instantOf, localOf } from '@/components/time/zoned'
import type { AnalyticsMetric } from '@/lib/analytics/contract'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { shownMetrics } from './numbers'

/** How far back posts are counted, in days; `all` is since the beginning. */
export const ranges = ['7', '28', '90', 'all'] as const
export type Range = (typeof ranges)[number]
export const rangeWords: Record<Range, string> = {
  '7': 'The last 7 days',
  '28': 'The last 28 days',
  '90': 'The last 90 days',
  all: 'All posts',
}

/** `metric` is what the trend shows and the best stories are best at. */
export type AnalyticsFilter = { range: Range; channel: ChannelId | null; metric: AnalyticsMetric }

const usual: Range = '28'
const usualMetric: AnalyticsMetric = 'engagement'
const one = (given: string | string[] | null | undefined): string | null =>
  (Array.isArray(given) ? given[0] : given) ?? null

type Given = Partial<Record<'days' | 'channel' | 'metric', string | string[] | null>>

/** From an address that anybody may have typed. */
export function readAnalyticsFilter(given: Given): AnalyticsFilter {
  return {
    range: ranges.find((range) => range === one(given.days)) ?? usual,
    channel: channelIds.find((channel) => channel === one(given.channel)) ?? null,
    metric: shownMetrics.find((metric) => metric === one(given.metric)) ?? usualMetric,
  }
}

export function writeAnalyticsFilter({ range, channel, metric }: AnalyticsFilter): string {
  const query = new URLSearchParams()
  if (range !== usual) query.set('days', range)
  if (channel) query.set('channel', channel)
  if (metric !== usualMetric) query.set('metric', metric)
  return query.size > 0 ? `?${query}` : ''
}

type Around = { now: Date; timeZone: string }

/** What is asked of the API. A range is whole days of the project and what there is of today. */
export function questionOf(projectId: string, { range, channel }: AnalyticsFilter, { now, timeZone }: Around) {
  const from = range === 'all' ? undefined : startOfDay(now, Number(range) - 1, timeZone).toISOString()
  return { project_id: projectId, from, channel: channel ?? undefined }
}

/** The same stretch of time right before, up to the same hour; null where there is none. */
export function questionBefore(projectId: string, filter: AnalyticsFilter, { now, timeZone }: Around) {
  if (filter.range === 'all') return null
  const days = Number(filter.range)
  const minuteMs = 60_000
  // Cut to the minute, so that one minute asks one question.
  const sameHour = instantOf(daysBefore(localOf(now, timeZone), days), timeZone) ?? now
  return {
    project_id: projectId,
    from: startOfDay(now, 2 * days - 1, timeZone).toISOString(),
    to: new Date(Math.floor(sameHour.getTime() / minuteMs) * minuteMs).toISOString(),
    channel: filter.channel ?? undefined,
  }
}

export const intervalOf = ({ range }: AnalyticsFilter) => (range === 'all' ? 'month' : 'day')

const startOfDay = (now: Date, daysAgo: number, timeZone: string): Date =>
  instantOf(`${daysBefore(localOf(now, timeZone), daysAgo).slice(0, 10)}T00:00`, timeZone) ?? now

/** The same wall time so many days earlier. */
function daysBefore(local: string, days: number): string {
  const at = new Date(`${local}Z`)
  at.setUTCDate(at.getUTCDate() - days)
  return at.toISOString().slice(0, 16)
}
