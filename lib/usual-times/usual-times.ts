import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { notFound } from '@/lib/errors'
import { blockHours, isUsedOften } from '@/lib/metrics/time-cells'
import { findProject } from '@/lib/projects/repository'
import type { listUsualTimes as contract, UsualTime } from './contract'

/** Fewer stories show no pattern. */
const storiesMin = 5
const timesMax = 3
const lookedAtDays = 180

export async function listUsualTimes(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const timezone = project.timezone ?? 'UTC'
  return {
    timezone,
    ...(await usualTimesOf(context.db, projectId, { channels: input.channel, timezone, now: context.now })),
  }
}

/** The usual times of a project on these channels. `stories` is the number of stories counted. */
export async function usualTimesOf(
  db: Database,
  projectId: string,
  { channels, timezone, now }: { channels: readonly string[] | undefined; timezone: string; now: Date },
): Promise<{ stories: number; times: UsualTime[] }> {
  const since = new Date(now.getTime() - lookedAtDays * 86_400_000)
  const cells = await countCells(db, projectId, { channels, timezone, since })
  const stories = cells.reduce((sum, cell) => sum + cell.stories, 0)
  const usual = cells.filter(({ stories, weeks }) => isUsedOften({ posts: stories, weeks })).slice(0, timesMax)
  return { stories, times: stories < storiesMin ? [] : usual.map(({ weeks: _, ...time }) => time) }
}

type Query = { channels: readonly string[] | undefined; timezone: string; since: Date }

/**
 * Stories per day of the week and three hours, most frequent first, with the time used most there. A story counts
 * once, by its first post.
 */
async function countCells(
  db: Database,
  projectId: string,
  { channels, timezone, since }: Query,
): Promise<(UsualTime & { weeks: number })[]> {
  const { rows } = await sql<UsualTime & { weeks: number }>`
    with went_out as (
      select min(published_at) at time zone ${timezone} as local
      from queue_items
      where project_id = ${projectId} and status = 'posted' and published_at >= ${since}
        and ${channels ? sql`channel = any(${channels}::text[])` : sql`true`}
      group by story_id
    ), timed as (
      select extract(isodow from local)::int as weekday, extract(hour from local)::int / ${blockHours}::int as block,
        extract(hour from local)::int * 60 + extract(minute from local)::int / 5 * 5 as minute_of_day,
        date_trunc('week', local) as week
      from went_out
    ), cells as (
      select weekday, mode() within group (order by minute_of_day) as minute_of_day, count(*)::int as stories,
        count(distinct week)::int as weeks
      from timed group by weekday, block
    )
    select weekday, minute_of_day / 60 as hour, minute_of_day % 60 as minute, stories, weeks
    from cells order by stories desc, weekday, hour`.execute(db)
  return rows
}
