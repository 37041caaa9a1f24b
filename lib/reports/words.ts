import { Temporal } from 'temporal-polyfill'
import { heatMapPostsMin } from '@/lib/analytics/breakdown-contract'
import type { AnalyticsTotals } from '@/lib/analytics/contract'
import { type HeatScale, heatScaleOf } from '@/lib/analytics/heat-scale'
import type { ChannelId } from '@/lib/channel-ids'
import type { Metric } from '@/lib/metrics/rates'
import { formatNumber, formatPercent, formatRate } from '@/lib/text/number-text'
import type { Report } from './report'

export const metricNames: Record<Metric, string> = {
  impressions: 'Impressions',
  reach: 'Reach',
  engagement: 'Engagement',
  likes: 'Likes',
  comments: 'Comments',
  shares: 'Shares',
  saves: 'Saves',
  clicks: 'Clicks',
}

/** The light values of `--series-…` in app/theme.css, as PDF has no oklch. */
export const seriesColors: Record<ChannelId, string> = {
  instagram: '#d6247c',
  facebook: '#2256d6',
  x: '#48484c',
  linkedin: '#008fc0',
  pinterest: '#d65a1f',
  ghost: '#17915a',
  threads: '#7f35c4',
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
/** “1 Nov 2026”, from a day. */
export const dayText = (day: string): string => dateFormat.format(Date.parse(`${day}T12:00Z`))
export const shortDayText = (day: string): string => shortFormat.format(Date.parse(`${day}T12:00Z`))

export const dayIn = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** “1 Nov 2026 – 28 Nov 2026”. The end is exclusive. */
export function rangeText({ from, to }: { from: Date; to: Date }, timeZone: string): string {
  const [first, last] = [dayIn(from, timeZone), dayIn(new Date(to.getTime() - 1), timeZone)]
  return first === last ? dayText(first) : `${dayText(first)} – ${dayText(last)}`
}

export const countText = (value: number | null): string => (value === null ? '–' : formatNumber(value))
export const rateText = (value: number | null): string => (value === null ? '–' : formatRate(value))

export type Change = { text: string; direction: 'up' | 'down' | 'none' }

/** The change in percent. Null without a period to compare with. */
export function changeOf(report: Report, read: (totals: AnalyticsTotals) => number | null): Change | null {
  if (!report.before) return null
  const [now, then] = [read(report.totals), read(report.before)]
  if (now === null) return null
  if (then === null) return { text: 'no data before', direction: 'none' }
  if (then === 0) return { text: now === 0 ? 'unchanged' : '0 before', direction: 'none' }
  const share = (now - then) / then
  if (share === 0) return { text: 'unchanged', direction: 'none' }
  // Less than half a percent either way.
  if (Math.round(share * 100) === 0) return { text: '0%', direction: 'none' }
  const percent = Math.abs(share) > 10 ? 'over 1,000%' : formatPercent(Math.abs(share), 0)
  return { text: `${share > 0 ? '+' : '−'}${percent}`, direction: share > 0 ? 'up' : 'down' }
}

/** Explains the colors of the hours, and the dashed ones if there are any. Says “median” if a rate is shown. */
export function hoursLegend(hours: Report['hours']): string {
  const scale = heatScaleOf(hours.map(({ rate }) => rate))
  const few = `Dashed: fewer than ${heatMapPostsMin} posts, not enough to tell.`
  return [
    ...(scale ? [`Median of the posts in each hour, in %. ${rangeOf(scale)}.`] : []),
    ...(hours.some(({ rate }) => rate === null) ? [few] : []),
  ].join(' ')
}

const rangeOf = ({ lowest, highest }: HeatScale): string =>
  lowest === highest ? `All: ${rateText(highest)}` : `Faint: ${rateText(lowest)}. Strong: ${rateText(highest)}`

export type Figure = { label: string; value: string; change: Change | null }

/** The four main figures. */
export const mainFigures = (report: Report): Figure[] => [
  { label: 'Posts', value: countText(report.totals.posts), change: changeOf(report, ({ posts }) => posts) },
  ...(['impressions', 'engagement'] as const).map((name) => figureOf(report, name)),
  {
    label: 'Engagement rate',
    value: rateText(report.totals.engagement_rate),
    change: changeOf(report, ({ engagement_rate }) => engagement_rate),
  },
]

export const otherFigures = (report: Report): Figure[] =>
  (['reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const).map((name) => figureOf(report, name))

const figureOf = (report: Report, name: Metric): Figure => ({
  label: metricNames[name],
  value: countText(report.totals[name]),
  change: changeOf(report, (totals) => totals[name]),
})

export const notes =
  'A dash means no data; 0 is a measured value. Reach is the sum over posts, so a person who saw two posts counts twice. ' +
  'Engagement is likes, comments, shares, saves and clicks. The engagement rate uses posts that report impressions.'
