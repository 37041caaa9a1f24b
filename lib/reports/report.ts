import { heatMapPostsMin } from '@/lib/analytics/breakdown-contract'
import { type HourRow, heatMapOf, sumByPillar } from '@/lib/analytics/breakdowns-repository'
import type { AnalyticsTotals } from '@/lib/analytics/contract'
import { countIntervals } from '@/lib/analytics/intervals'
import { type Cut, listStorySums, sumByChannel, sumByChannelAndPeriod, sumByPeriod } from '@/lib/analytics/repository'
import { inChannelOrder, numbersOf } from '@/lib/analytics/service'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { Metric } from '@/lib/metrics/rates'
import { headlineOf } from '@/lib/stories/content/headline'
import { reportImages } from './images'

export type ReportRequest = {
  projectId: string
  projectName: string
  title: string | null
  timezone: string
  from: Date
  /** Exclusive. */
  to: Date
  compared: { from: Date; to: Date } | null
  channels: readonly ChannelId[] | undefined
  metric: Metric
  now: Date
}

type Row = AnalyticsTotals & { name: string }

/** Everything a report shows. Nothing else may reach a reader without account. */
export type Report = Omit<ReportRequest, 'projectId'> & {
  totals: AnalyticsTotals
  before: AnalyticsTotals | null
  interval: Cut['interval']
  /** Days of the periods, `2026-05-01`, each with the metric by channel. */
  trend: { date: string; values: Partial<Record<ChannelId, number | null>> }[]
  byChannel: (AnalyticsTotals & { channel: ChannelId })[]
  byPillar: (Row & { color: string | null })[]
  /** Only hours with enough posts have a rate. */
  hours: { weekday: number; hour: number; posts: number; rate: number | null }[]
  best: BestPost[]
}

export type BestPost = {
  headline: string
  channels: ChannelId[]
  publishedAt: Date
  value: number | null
  rate: number | null
  /** A small JPEG; null without one. */
  image: Buffer | null
}

const bestCount = 6
const [dailyMax, weeklyMax] = [62, 366]

/** Reads a report in a handful of queries. */
export async function buildReport(db: Database, request: ReportRequest): Promise<Report> {
  const { projectId, timezone, from, to, compared, metric, channels, now } = request
  const filter = { from: from.toISOString(), to: to.toISOString(), channels }
  const cut: Cut = { interval: intervalOf(request), timeZone: timezone }
  // Days in the future have no bar.
  const end = new Date(Math.max(from.getTime(), Math.min(to.getTime() - 1, now.getTime())))
  const earlier = compared && { from: compared.from.toISOString(), to: compared.to.toISOString(), channels }
  const [channelRows, earlierRows, periods, trendRows, pillars, hours, stories] = await Promise.all([
    sumByChannel(db, projectId, filter),
    earlier ? sumByChannel(db, projectId, earlier) : null,
    sumByPeriod(db, projectId, filter, { span: [from, end], cut }),
    sumByChannelAndPeriod(db, projectId, filter, cut),
    sumByPillar(db, projectId, filter),
    heatMapOf(db, projectId, filter, timezone),
    listStorySums(db, projectId, filter, { metric, after: undefined, limit: bestCount }),
  ])
  const images = await reportImages(
    db,
    projectId,
    stories.map(({ media_url }) => media_url),
  )
  const { projectId: _, ...shown } = request
  return {
    ...shown,
    totals: numbersOf(channelRows),
    before: earlierRows && numbersOf(earlierRows),
    interval: cut.interval,
    trend: periods.map(({ date }) => ({
      date,
      values: Object.fromEntries(trendRows.filter((row) => row.date === date).map((row) => [row.channel, row[metric]])),
    })),
    byChannel: channelRows.toSorted(inChannelOrder).map((row) => ({ channel: row.channel, ...numbersOf([row]) })),
    byPillar: pillars.map((row) => ({
      name: row.name ?? row.content_type ?? 'No pillar',
      color: row.color,
      ...numbersOf([row]),
    })),
    hours: hours.map(hourOf),
    best: stories.map((row, index) => ({
      headline: headlineOf({ title: row.title, caption: row.primary_caption }),
      channels: channelIds.filter((channel) => row.channels.includes(channel)),
      publishedAt: row.first_published_at,
      value: row[metric],
      rate: numbersOf([row]).engagement_rate,
      image: images[index] ?? null,
    })),
  }
}

const hourOf = ({ weekday, hour, posts, median }: HourRow): Report['hours'][number] => ({
  weekday,
  hour,
  posts,
  rate: posts < heatMapPostsMin ? null : median,
})

function intervalOf({ from, to, timezone }: ReportRequest): Cut['interval'] {
  const days = countIntervals([from, new Date(to.getTime() - 1)], { interval: 'day', timeZone: timezone })
  if (days <= dailyMax) return 'day'
  return days <= weeklyMax ? 'week' : 'month'
}
