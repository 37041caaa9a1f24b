import {
  type AnalyticsFilter,
  readAnalyticsFilter,
  writeAnalyticsFilter,
} from '@/components/analytics/analytics-filter'
import { daysOfRange, rangeOfDays } from '@/components/stories/story-filter'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { InsightFilter } from '@/lib/saved-searches/filter'
import { formatNumber, formatPercent } from '@/lib/text/number-text'

/** Thresholds, in the order of their list. Rates are entered in percent. */
export const thresholds = [
  { name: 'min_engagement_rate', label: 'Engagement rate', isRate: true },
  { name: 'min_save_rate', label: 'Save rate', isRate: true },
  { name: 'min_share_rate', label: 'Share rate', isRate: true },
  { name: 'min_click_rate', label: 'Click rate', isRate: true },
  { name: 'min_impressions', label: 'Impressions', isRate: false },
  { name: 'min_saves', label: 'Saves', isRate: false },
  { name: 'min_shares', label: 'Shares', isRate: false },
  { name: 'min_link_clicks', label: 'Link clicks', isRate: false },
] as const
export type Threshold = (typeof thresholds)[number]

const periods = ['7', '30', '90', '365'] as const
const defaultDays = 30
const defaultSort = 'engagement_rate'
export const sorts = [
  'published_at',
  'impressions',
  'engagement',
  'engagement_rate',
  'save_rate',
  'share_rate',
  'click_rate',
] as const
export type TopSort = (typeof sorts)[number]

/** The filter of the screen, without members that have their default value. */
export type TopPostsFilter = Pick<
  InsightFilter,
  'window_days' | 'channels' | 'content_types' | 'has_destination_url' | 'sort_by' | 'sort_order' | Threshold['name']
>

/** Reads search parameters. Invalid values are ignored. */
export function readTopPosts(params: URLSearchParams): TopPostsFilter {
  const days = periods.find((period) => period === params.get('days'))
  const channel = channelIds.find((one) => one === params.get('channel'))
  const pillar = params.get('pillar')?.slice(0, 100)
  const link = params.get('link')
  const sort = sorts.find((one) => one === params.get('sort')?.replace(/^-/, ''))
  const limits = thresholds.flatMap(({ name, isRate }) => {
    const value = Number(params.get(name) ?? Number.NaN)
    const isValid = isRate ? value >= 0 && value <= 1 : Number.isSafeInteger(value) && value >= 0 && value <= 1e12
    return isValid ? [[name, value]] : []
  })
  return {
    ...(days && Number(days) !== defaultDays ? { window_days: Number(days) } : {}),
    ...(channel ? { channels: [channel] } : {}),
    ...(pillar ? { content_types: [pillar] } : {}),
    ...(link === 'yes' || link === 'no' ? { has_destination_url: link === 'yes' } : {}),
    ...(sort && sort !== defaultSort ? { sort_by: sort } : {}),
    ...(params.get('sort') && !params.get('sort')?.startsWith('-') ? { sort_order: 'asc' as const } : {}),
    ...Object.fromEntries(limits),
  }
}

export function writeTopPosts(filter: TopPostsFilter): string {
  const params = new URLSearchParams()
  const { window_days: days, channels, content_types, has_destination_url: link, sort_by, sort_order } = filter
  if (days && days !== defaultDays) params.set('days', String(days))
  if (channels?.[0]) params.set('channel', channels[0])
  if (content_types?.[0]) params.set('pillar', content_types[0])
  if (typeof link === 'boolean') params.set('link', link ? 'yes' : 'no')
  const isAscending = sort_order === 'asc'
  if (isAscending || (sort_by && sort_by !== defaultSort))
    params.set('sort', `${isAscending ? '' : '-'}${sort_by ?? defaultSort}`)
  for (const { name } of thresholds) {
    const value = filter[name]
    if (typeof value === 'number') params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** The query of the screen: its filter, and the period and comparison that all pages of Analytics share. */
export function writeTopPostsUrl(filter: TopPostsFilter, shared: AnalyticsFilter): string {
  const { window_days: _, channels: __, ...own } = filter
  const query = new URLSearchParams(writeAnalyticsFilter({ ...shared, channel: channelOf(filter) }))
  for (const [name, value] of new URLSearchParams(writeTopPosts(own))) query.set(name, value)
  return query.size > 0 ? `?${query}` : ''
}

/** The period as a saved view has it beside the filter; null if the filter has it as a number of days. */
export function dateOfPeriod({ period, days }: AnalyticsFilter): string | null {
  if (period === 'custom') return days && rangeOfDays(days.first, days.last)
  return periods.some((one) => one === period) ? null : period
}

/** The period of a saved view. */
export function periodOfView(
  { window_days }: TopPostsFilter,
  date: string | null | undefined,
): Pick<AnalyticsFilter, 'period' | 'days'> {
  const days = daysOfRange(date)
  const given = days ? { days: 'custom', from: days.first, to: days.last } : { days: date ?? String(window_days ?? '') }
  const { period, days: own } = readAnalyticsFilter(given)
  return { period, days: own }
}

export const channelOf = ({ channels }: TopPostsFilter): ChannelId | null => channels?.[0] ?? null
export const isFiltered = (filter: TopPostsFilter): boolean => {
  const { sort_by: _, sort_order: __, ...conditions } = filter
  return Object.values(conditions).some((value) => value !== undefined)
}

/** 0.025 → “2.5%”, and counts as they are. */
export const formatThreshold = ({ isRate }: Threshold, value: number): string =>
  isRate ? formatPercent(value, 2) : formatNumber(value)

/** What was typed, as a fraction or a count. Null: not a valid number. */
export function parseThreshold({ isRate }: Threshold, text: string): number | null {
  const typed = text.trim().replace('%', '').trim()
  const number = Number(isRate ? typed.replace(',', '.') : typed.replaceAll(/[,\s]/g, ''))
  if (typed === '' || !Number.isFinite(number) || number < 0) return null
  if (isRate) return number <= 100 ? Math.round(number * 100) / 10_000 : null
  return Number.isSafeInteger(number) && number <= 1e12 ? number : null
}
