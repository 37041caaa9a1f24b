import { sql } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { redact } from '@/lib/outbound/redact'
import { accessOwned } from '@/lib/projects/access'
import type { storyTimeline as contract } from './contract'
import { summaryOf } from './timeline-words'

const linesMax = 1_000

type Line = { id: string; at: Date; kind: string; channel: string | null; actor: string | null; detail: object }

/** Entries and attempts in one list, oldest first. Nothing that could be a credential is in it. */
export async function storyTimeline(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:read')
  const { rows } = await sql<Line>`
    select * from (
      select 1 as rank, id, created_at as at, kind, channel, actor, detail
      from timeline_entries where story_id = ${id} and project_id = ${projectId}
      union all
      select 0, a.id, coalesce(a.finished_at, a.started_at), 'attempt', a.channel, null, jsonb_strip_nulls(jsonb_build_object(
        'number', a.number, 'outcome', a.outcome, 'step', a.step, 'category', a.category, 'code', a.code,
        'message', a.message, 'provider_status', a.provider_status, 'provider_answer', a.provider_answer,
        'started_at', a.started_at, 'sent_at', a.sent_at, 'finished_at', a.finished_at))
      from publish_attempts a join queue_items q on q.id = a.queue_item_id
      where a.story_id = ${id} and q.project_id = ${projectId}
    ) lines order by at desc, rank desc, id desc limit ${linesMax}`.execute(context.db)
  const entries = rows.reverse().map((line) => {
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
  })
  return { entries }
}

const timeNames = ['started_at', 'sent_at', 'finished_at']

/** Times inside the detail are written by Postgres, with its own offset. */
const withUtcTimes = (detail: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      timeNames.includes(name) && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  )

/** Answers are cleaned when they are kept; a second time costs little, and what is shown here is shown to people. */
const withoutSecrets = (detail: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )
