import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { Automations } from '@/lib/db/types.generated'
import { severities } from '@/lib/moments/kinds'
import { pausedProjects } from '@/lib/queue-items/paused'
import { type AutomationRow, typed } from '../repository'

/** What triggered an automation, and when: the id of an item, moment or story, or the time of a slot. */
export type Triggered = { id: string; at: Date }
/** An automation with triggers that have no run yet, oldest first. */
export type Pending = { automation: AutomationRow; triggers: Triggered[] }

/** Automations per query. */
const batchSize = 200
/** Triggers per automation. More follow in the next pass. */
const triggersMax = 200

/**
 * Triggers to handle now, by the database's clock. Paused projects wait.
 *
 * The time after which things count: when the automation was turned on, or an hour before everything was last
 * handled, because what commits late has an earlier time.
 */
export async function findPending(db: Database): Promise<{ pending: Pending[]; now: Date }> {
  const { rows } = await sql<Selectable<Automations> & { triggers: { id: string; at: string }[]; now: Date }>`
    select a.*, p.triggers, clock_timestamp() as now
    from automations a
    join projects on projects.id = a.project_id and projects.deleted_at is null
    cross join lateral (select greatest(
        a.activated_at, a.checked_at - interval '1 hour', now() - interval '30 days') as since) t
    cross join lateral (
      select json_agg(json_build_object('id', s.id, 'at', s.at) order by s.at, s.id) as triggers from (
        (${items}) union all (${moments}) union all (${published}) union all (${slots})) s) p
    where a.active and p.triggers is not null and a.project_id not in (${pausedProjects})
    order by a.checked_at, a.id
    limit ${batchSize}`.execute(db)
  const pending = rows.map(({ triggers, now: _, ...automation }) => ({
    automation: typed(automation),
    triggers: triggers.map(({ id, at }) => ({ id, at: new Date(at) })),
  }))
  return { pending, now: rows[0]?.now ?? new Date(0) }
}

export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date(0)
}

const hasRun = (subject: RawBuilder<unknown>) => sql`exists (
  select from automation_runs r where r.automation_id = a.id and r.subject = ${subject})`

/** The smallest UUID v7 of an hour before: ids and times are made by different clocks. */
const firstId = sql`(lpad(to_hex((extract(epoch from t.since - interval '1 hour') * 1000)::bigint), 12, '0')
  || repeat('0', 20))::uuid`

const items = sql`
  select i.id::text as id, i.created_at as at from connector_items i
  where a.trigger ->> 'kind' = 'connector_item' and i.connector_id = a.connector_id and not i.is_first_poll
    and i.id >= ${firstId} and i.created_at > t.since and not ${hasRun(sql`'item:' || i.id`)}
  order by i.id limit ${triggersMax}`

const moments = sql`
  select m.id::text, m.severity_since from moments m
  where a.trigger ->> 'kind' = 'moment' and m.project_id = a.project_id and m.severity_since > t.since
    and (a.trigger ->> 'kinds' is null or a.trigger -> 'kinds' ? m.kind)
    and array_position(${[...severities]}::text[], m.severity)
      >= coalesce(array_position(${[...severities]}::text[], a.trigger ->> 'min_severity'), 1)
    and not ${hasRun(sql`'moment:' || m.id`)}
  order by m.severity_since limit ${triggersMax}`

/** From events, which commit with the post. Stories made by automations never count. */
const published = sql`
  select s.id::text, min(e.created_at) from events e join stories s on s.id = (e.data -> 'story' ->> 'id')::uuid
  where a.trigger ->> 'kind' = 'story_published' and e.project_id = a.project_id and e.event = 'story.published'
    and e.id >= ${firstId} and e.created_at > t.since
    and s.automation_id is null
    and (a.trigger ->> 'channels' is null
      or a.trigger -> 'channels' ?| array(select jsonb_array_elements_text(e.data -> 'channels')))
    and (a.trigger ->> 'content_types' is null or a.trigger -> 'content_types' ? s.content_type)
    and not ${hasRun(sql`'story:' || s.id`)}
  group by s.id order by 2 limit ${triggersMax}`

/** The slot is written as ISO 8601, like all times of this API. */
const slots = sql`
  select to_char(a.next_run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), a.next_run_at
  where a.trigger ->> 'kind' = 'schedule' and a.next_run_at <= now()`

/**
 * Notes that everything before `at` was handled. Rarely, because it writes a row per automation. Automations of paused
 * projects keep their mark.
 */
export async function markChecked(db: Database, at: Date): Promise<void> {
  await sql`
    update automations set checked_at = ${at}
    where active and checked_at < ${at}::timestamptz - interval '10 minutes'
      and project_id not in (${pausedProjects})`.execute(db)
}
