import { isDay } from '@/lib/calendar-days'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { Metric } from '@/lib/metrics/rates'
import { shownMetrics } from './metrics'

/** Presets, in display order. Numbers are days including today; `all` has no start. */
export const periods = ['7', '30', '90', '365', 'month', 'last_month', 'all', 'custom'] as const
export type Period = (typeof periods)[number]

export const comparisons = ['previous', 'year', 'custom', 'none'] as const
export type Comparison = (typeof comparisons)[number]

/** First and last day. */
export type Days = { first: string; last: string }

export type AnalyticsFilter = {
  period: Period
  /** Of the period `custom`. */
  days: Days | null
  comparison: Comparison
  /** Of the comparison `custom`. */
  comparedDays: Days | null
  channel: ChannelId | null
  /** For the trend and the best posts. */
  metric: Metric
}

const defaults = { period: '30', comparison: 'previous', metric: 'engagement' } as const

export const filterParams = [
  'days',
  'from',
  'to',
  'compare',
  'compare_from',
  'compare_to',
  'channel',
  'metric',
] as const
type SearchParams = Partial<Record<(typeof filterParams)[number], string | string[] | null>>

const one = (value: string | string[] | null | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

const daysOf = (first: string | null, last: string | null): Days | null =>
  isDay(first) && isDay(last) && first <= last ? { first, last } : null

/** Reads search parameters. Invalid values become defaults. */
export function readAnalyticsFilter(params: SearchParams): AnalyticsFilter {
  const days = daysOf(one(params.from), one(params.to))
  const comparedDays = daysOf(one(params.compare_from), one(params.compare_to))
  const period = periods.find((name) => name === one(params.days)) ?? defaults.period
  const comparison = comparisons.find((name) => name === one(params.compare)) ?? defaults.comparison
  return {
    period: period === 'custom' && !days ? defaults.period : period,
    days: period === 'custom' ? days : null,
    comparison: comparison === 'custom' && !comparedDays ? defaults.comparison : comparison,
    comparedDays: comparison === 'custom' ? comparedDays : null,
    channel: channelIds.find((channel) => channel === one(params.channel)) ?? null,
    metric: shownMetrics.find((metric) => metric === one(params.metric)) ?? defaults.metric,
  }
}

/** Reads the address of any page of Analytics. They share period, comparison, channel and metric. */
export const filterOfUrl = (search: { get: (name: string) => string | null }): AnalyticsFilter =>
  readAnalyticsFilter(Object.fromEntries(filterParams.map((name) => [name, search.get(name)])))

export function writeAnalyticsFilter(filter: AnalyticsFilter): string {
  const { period, days, comparison, comparedDays, channel, metric } = filter
  const query = new URLSearchParams()
  if (period !== defaults.period) query.set('days', period)
  if (days) {
    query.set('from', days.first)
    query.set('to', days.last)
  }
  if (comparison !== defaults.comparison) query.set('compare', comparison)
  if (comparedDays) {
    query.set('compare_from', comparedDays.first)
    query.set('compare_to', comparedDays.last)
  }
  if (channel) query.set('channel', channel)
  if (metric !== defaults.metric) query.set('metric', metric)
  return query.size > 0 ? `?${query}` : ''
}
