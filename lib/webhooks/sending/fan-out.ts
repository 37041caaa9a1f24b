import { sql, type Transaction } from 'kysely'
import { type Role, roles, scopesOfRole } from '@/lib/auth/roles'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

/** Events per transaction. */
export const maxEvents = 500
/** Rows per insert. */
const maxRows = 5_000

/** Number of the advisory lock, unique in this project. */
const fanOutLock = 7_703_001

/** Waits for a running fan-out, and blocks the next one until the transaction ends. */
export async function acquireFanOutLock(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${fanOutLock})`.execute(tx)
}

/** Members with these roles receive the events of a project at their account-wide endpoints. */
const readerRoles: readonly Role[] = roles.filter((role) => scopesOfRole[role].has('webhooks:read'))

type NewEvent = { id: string; project_id: string }

/** A cheap check before `fanOut`, which needs a transaction. */
export async function hasNewEvents(db: Database): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`
    select exists (select from events where fanned_out_at is null and project_id is not null) as is_there`.execute(db)
  return rows[0]?.is_there ?? false
}

/**
 * Numbers the oldest new events and creates their deliveries, in one transaction.
 *
 * One process at a time does this. With two, events of a project could get their numbers in the wrong order, such as
 * `story.published` before `story.scheduled`.
 *
 * @returns the number of events; 0 if another process is fanning out
 */
export async function fanOut(db: Database): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(${fanOutLock}) as is_ours`.execute(tx)
    if (!rows[0]?.is_ours) return 0
    const events = await numberNewEvents(tx)
    if (events.length > 0) await createDeliveries(tx, events)
    return events.length
  })
}

/** The counter of a project stays locked until the commit, so that numbers become visible in order and without gaps. */
async function numberNewEvents(tx: Transaction<DB>): Promise<NewEvent[]> {
  const { rows } = await sql<NewEvent>`
    with new_events as materialized (
      select id, project_id from events where fanned_out_at is null and project_id is not null
      order by id limit ${maxEvents}
    ), numbered as (
      select id, project_id, row_number() over (partition by project_id order by id) as place,
        count(*) over (partition by project_id) as total
      from new_events
    ), counters as (
      insert into event_sequences as s (project_id, last_sequence)
      select distinct project_id, total from numbered order by project_id
      on conflict (project_id) do update set last_sequence = s.last_sequence + excluded.last_sequence
      returning project_id, last_sequence
    )
    update events e set fanned_out_at = now(), sequence = c.last_sequence - n.total + n.place
    from numbered n join counters c on c.project_id = n.project_id
    where e.id = n.id
    returning e.id, e.project_id`.execute(tx)
  return rows
}

/**
 * Endpoints receive the events since their creation, of their project or of every project in which their creator may
 * read webhooks. Deleted projects send nothing.
 */
async function createDeliveries(tx: Transaction<DB>, events: readonly NewEvent[]): Promise<void> {
  const projectIds = [...new Set(events.map(({ project_id }) => project_id))]
  const { rows } = await sql<{ endpoint_id: string; event_id: string; event: string }>`
    with subscribers as (
      select e.id, e.project_id, e.events, e.created_at from webhook_endpoints e
      where e.active and e.project_id = any(${projectIds}::uuid[])
      union all
      select e.id, m.project_id, e.events, e.created_at
      from project_members m join webhook_endpoints e on e.user_id = m.user_id
      where e.active and e.project_id is null and m.project_id = any(${projectIds}::uuid[])
        and m.role = any(${[...readerRoles]}::text[])
    )
    select s.id as endpoint_id, v.id as event_id, v.event
    from events v
    join projects p on p.id = v.project_id and p.deleted_at is null
    join subscribers s on s.project_id = v.project_id
      and s.created_at <= v.created_at and (v.event = any(s.events) or '*' = any(s.events))
    where v.id = any(${events.map(({ id }) => id)}::uuid[])
    order by v.id`.execute(tx)
  for (let at = 0; at < rows.length; at += maxRows) await insertDeliveries(tx, rows.slice(at, at + maxRows))
}

async function insertDeliveries(
  tx: Transaction<DB>,
  rows: readonly { endpoint_id: string; event_id: string; event: string }[],
): Promise<void> {
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event, next_attempt_at)
    select id, endpoint_id, event_id, event, now()
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map(({ endpoint_id }) => endpoint_id)}::uuid[],
      ${rows.map(({ event_id }) => event_id)}::uuid[], ${rows.map(({ event }) => event)}::text[])
      as g (id, endpoint_id, event_id, event)
    on conflict (event_id, endpoint_id, (case when is_replay then id end)) do nothing`.execute(tx)
}
