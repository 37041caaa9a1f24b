import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { invalid } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import { findProject } from '@/lib/projects/repository'
import { type getAnalyticsSeries as contract, stretchesMax } from './contract'
import { countIntervals } from './intervals'
import { spanOf, sumByStretch } from './repository'
import { numbersOf, refuseEmptyRange } from './service'

/** A project's posts by when they went out. Without `from` it begins at the first post there is. */
export async function getSeries(context: Context, input: InputOf<typeof contract>): Promise<AnswerOf<typeof contract>> {
  const { db, now } = context
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const { from, to, interval } = input
  refuseEmptyRange(input)
  const filter = { from, to, channels: input.channel }
  const timezone = (await findProject(db, projectId))?.timezone ?? 'UTC'
  const posts = from && to ? null : await spanOf(db, projectId, filter)
  const start = from ? new Date(from) : posts?.[0]
  // `to` is excluded: at midnight the day that it begins has no row.
  const end = to ? new Date(Date.parse(to) - 1) : later(posts?.[1], now)
  if (!start || start > end) return { timezone, interval, series: [] }
  const span = [start, end] as const
  const cut = { interval, timeZone: timezone }
  // Counted before any row is made: 10,000 years of days cost the database seconds.
  if (countIntervals(span, cut) > stretchesMax) {
    const message = `is too short for this range: a series has at most ${stretchesMax} rows.`
    throw invalid('interval', message, 'too_many')
  }
  const rows = await sumByStretch(db, projectId, filter, { span, cut })
  return { timezone, interval, series: rows.map((row) => ({ date: row.date, ...numbersOf([row]) })) }
}

const later = (one: Date | undefined, other: Date): Date => (one && one > other ? one : other)
