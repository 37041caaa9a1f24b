import { type RawBuilder, sql } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { decodeCursor, encodeCursor } from '@/lib/api/pagination'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { redact } from '@/lib/outbound/redact'
import type { storyTimeline as contract } from '../contract'
import { summaryOf } from './timeline-text'

type Line = {
  id: string
  at: Date
  /** Microseconds since 1970, which a `Date` cannot hold. */
  at_us: string
  rank: number
  kind: string
  channel: string | null
  actor: string | null
  detail: object
}

/** Timeline entries and publish attempts in one paginated list, without credentials. */
export async function storyTimeline(
  context: Context,
  input: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', input.id, 'stories:read')
  const rows = await readLines(context.db, { ...input, projectId })
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  const hasMore = rows.length > input.limit && last !== undefined
  return {
    entries: page.map(entryOf),
    next_cursor: hasMore ? encodeCursor('timeline', `${last.at_us}:${last.rank}:${last.id}`) : null,
  }
}

type Query = Pick<InputOf<typeof contract>, 'id' | 'cursor' | 'limit' | 'order'> & { projectId: string }

/**
 * Reads one line more than a page. Both sources are limited to a page before merging, so every page costs the same.
 * At the same instant an attempt (rank 0) comes before its effects (rank 1), then the id decides.
 */
async function readLines(db: Database, { id, cursor, limit, order, projectId }: Query): Promise<Line[]> {
  const [us = null, rank = null, lastId = null] = decodeCursor(cursor)?.split(':') ?? []
  const isForward = order === 'oldest'
  const direction = isForward ? sql`asc` : sql`desc`
  const isBeyond = isForward ? sql`>` : sql`<`
  const isNotBefore = isForward ? sql`>=` : sql`<=`
  // The first comparison uses the time index; the second is exact.
  const after = (at: RawBuilder<Date>, ownRank: number, ownId: RawBuilder<string>) =>
    us === null
      ? sql`true`
      : sql`${at} ${isNotBefore} ${timeOf(us)}
          and (${at}, ${sql.lit(ownRank)}, ${ownId}) ${isBeyond} (${timeOf(us)}, ${Number(rank)}::int, ${lastId}::uuid)`
  const attemptAt = sql<Date>`coalesce(a.finished_at, a.started_at)`
  const { rows } = await sql<Line>`
    select *, (extract(epoch from at) * 1000000)::bigint::text as at_us from (
      (select 1 as rank, t.id, t.created_at as at, t.kind, t.channel, t.actor, t.detail
      from timeline_entries t
      where t.story_id = ${id} and t.project_id = ${projectId} and ${after(sql`t.created_at`, 1, sql`t.id`)}
      order by t.created_at ${direction}, t.id ${direction} limit ${limit + 1})
      union all
      (select 0, a.id, ${attemptAt}, 'attempt', a.channel, null, jsonb_strip_nulls(jsonb_build_object(
        'number', a.number, 'outcome', a.outcome, 'step', a.step, 'category', a.category, 'code', a.code,
        'message', a.message, 'provider_status', a.provider_status, 'provider_answer', a.provider_answer,
        'started_at', a.started_at, 'sent_at', a.sent_at, 'finished_at', a.finished_at))
      from publish_attempts a join queue_items q on q.id = a.queue_item_id
      where a.story_id = ${id} and q.project_id = ${projectId} and ${after(attemptAt, 0, sql`a.id`)}
      order by ${attemptAt} ${direction}, a.id ${direction} limit ${limit + 1})
    ) lines order by at ${direction}, rank ${direction}, id ${direction} limit ${limit + 1}`.execute(db)
  return rows
}

const timeOf = (us: string) => sql`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond')`

function entryOf(line: Line) {
  const detail = withUtcTimes(withoutSecrets(line.detail))
  return {
    id: line.id,
    at: line.at.toISOString(),
    kind: line.kind,
    channel: line.channel as ChannelId | null,
    actor: line.actor,
    summary: summaryOf({ ...line, detail }),
    detail,
  }
}

const timeNames = ['started_at', 'sent_at', 'finished_at']

/** Postgres writes times inside JSON with its own offset. */
const withUtcTimes = (detail: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      timeNames.includes(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  )

/** Responses are redacted when stored; they are redacted again because users see this. */
const withoutSecrets = (detail: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )
