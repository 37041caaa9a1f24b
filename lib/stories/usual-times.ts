import { sql } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { Database } from '@/lib/db/pool'
import { notFound } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import { findProject } from '@/lib/projects/repository'
import type { listUsualTimes as contract, UsualTime } from './usual-times-contract'

/** Fewer posts make no habit, and an hour that was used once is none either. */
const storiesMin = 5
const timesMax = 3
const usesMin = 2
const lookedAtDays = 180

export async function listUsualTimes(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const timezone = project.timezone ?? 'UTC'
  const since = new Date(context.now.getTime() - lookedAtDays * 86_400_000)
  const hours = await countHours(context.db, projectId, { channels: input.channel, timezone, since })
  const stories = hours.reduce((sum, hour) => sum + hour.stories, 0)
  const frequent = hours.filter((hour) => hour.stories >= usesMin).slice(0, timesMax)
  return { timezone, stories, times: stories < storiesMin ? [] : frequent }
}

type Asked = { channels: readonly string[] | undefined; timezone: string; since: Date }

/** Each hour of the week in which something went out, the most frequent first. A story counts once, by its first post. */
async function countHours(db: Database, projectId: string, { channels, timezone, since }: Asked): Promise<UsualTime[]> {
  const { rows } = await sql<UsualTime>`
    with went_out as (
      select min(published_at) at time zone ${timezone} as local
      from queue_items
      where project_id = ${projectId} and status = 'posted' and published_at >= ${since}
        and ${channels ? sql`channel = any(${channels}::text[])` : sql`true`}
      group by story_id
    )
    select extract(isodow from local)::int as weekday,
      extract(hour from local)::int as hour,
      (mode() within group (order by floor(extract(minute from local) / 5)) * 5)::int as minute,
      count(*)::int as stories
    from went_out
    group by 1, 2
    order by stories desc, weekday, hour`.execute(db)
  return rows
}
