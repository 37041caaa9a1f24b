import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { invalid } from '@/lib/errors'
import { groupBy } from '@/lib/metrics/group-by'
import { findProject } from '@/lib/projects/repository'
import { type ChannelSeries, type getAnalyticsSeries as contract, periodsMax } from './contract'
import { countIntervals } from './intervals'
import { spanOf, sumByChannelAndPeriod, sumByPeriod } from './repository'
import { inChannelOrder, numbersOf, requireValidRange } from './service'

/** A project's metrics by publish time. Without `from` it starts at the first post. */
export async function getSeries(context: Context, input: InputOf<typeof contract>): Promise<AnswerOf<typeof contract>> {
  const { db, now } = context
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const { from, to, interval } = input
  requireValidRange(input)
  const filter = { from, to, channels: input.channel }
  const timezone = (await findProject(db, projectId))?.timezone ?? 'UTC'
  const posts = from && to ? null : await spanOf(db, projectId, filter)
  const start = from ? new Date(from) : posts?.[0]
  // `to` is exclusive: a `to` at midnight adds no row for that day.
  const end = to ? new Date(Date.parse(to) - 1) : later(posts?.[1], now)
  if (!start || start > end) return { timezone, interval, series: [], ...(input.include ? { by_channel: [] } : {}) }
  const span = [start, end] as const
  const cut = { interval, timeZone: timezone }
  // Checked before the query, because 10,000 years of days take the database seconds.
  if (countIntervals(span, cut) > periodsMax) {
    const message = `is too short for this range: a series has at most ${periodsMax} rows. Use a longer interval.`
    throw invalid('interval', message, 'too_many')
  }
  const [rows, channelRows] = await Promise.all([
    sumByPeriod(db, projectId, filter, { span, cut }),
    input.include ? sumByChannelAndPeriod(db, projectId, filter, cut) : null,
  ])
  return {
    timezone,
    interval,
    series: rows.map(periodOf),
    ...(channelRows ? { by_channel: byChannel(channelRows) } : {}),
  }
}

type Row = Awaited<ReturnType<typeof sumByChannelAndPeriod>>[number]

const periodOf = (row: Omit<Row, 'channel'>) => ({ date: row.date, ...numbersOf([row]) })

const byChannel = (rows: readonly Row[]): ChannelSeries[] =>
  [...groupBy(rows, ({ channel }) => channel).values()]
    .flatMap((own) => (own[0] ? [{ channel: own[0].channel, series: own.map(periodOf) }] : []))
    .sort(inChannelOrder)

const later = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other)
