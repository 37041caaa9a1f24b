import { sql, type Transaction } from 'kysely'
import { type Role, roles, scopesOfRole } from '@/lib/auth/roles'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

/** Events of one transaction, and rows of one statement. */
const eventsMax = 500
const rowsMax = 5_000

/** `pg_try_advisory_xact_lock` takes a number; this one is no other's. */
const fanOutLock = 7_703_001

/** Waits for a fan-out under way, and keeps the next one off until the transaction ends. */
export async function takeFanOutLock(tx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${fanOutLock})`.execute(tx)
}

/** Who may read a project's webhooks may hear of its events. */
const readers: readonly Role[] = roles.filter((role) => scopesOfRole[role].has('webhooks:read'))

type NewEvent = { id: string; project_id: string }

/**
 * Gives the oldest events of the outbox their numbers and makes their deliveries, in one transaction: after a crash
 * either all of it is there or nothing.
 *
 * One process at a time does this. Two would number the events of a project in the order in which they meet its lock,
 * and a story could be published before it was scheduled.
 *
 * @returns how many events were dealt with; 0 as well when another process is at it
 */
export async function fanOut(db: Database): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{
      is_ours: boolean
    }>`select pg_try_advisory_xact_lock(${fanOutLock}) as is_ours`.execute(tx)
    if (!rows[0]?.is_ours) return 0
    const events = await findNew(tx)
    if (events.length === 0) return 0
    await number(tx, events)
    await makeDeliveries(tx, events)
    return events.length
  })
}

async function findNew(tx: Transaction<DB>): Promise<NewEvent[]> {
  const { rows } = await sql<NewEvent>`
    select id, project_id from events where fanned_out_at is null and project_id is not null
    order by id limit ${eventsMax}`.execute(tx)
  return rows
}

/** The project's counter is locked until the commit, so numbers become visible in their order and without a gap. */
async function number(tx: Transaction<DB>, events: readonly NewEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id)
  await sql`
    with given as (
      select e.id, e.project_id, row_number() over (partition by e.project_id order by e.id) as place,
        count(*) over (partition by e.project_id) as total
      from events e where e.id = any(${ids}::uuid[])
    ), counters as (
      insert into event_sequences as s (project_id, last_sequence)
      select distinct project_id, total from given order by project_id
      on conflict (project_id) do update set last_sequence = s.last_sequence + excluded.last_sequence
      returning project_id, last_sequence
    )
    update events e set fanned_out_at = now(), sequence = c.last_sequence - g.total + g.place
    from given g join counters c on c.project_id = g.project_id
    where e.id = g.id`.execute(tx)
}

/**
 * An endpoint hears of what happened since it was made, in its project, or in all projects that its owner may read
 * webhooks of. Nobody hears of a project that was deleted.
 */
async function makeDeliveries(tx: Transaction<DB>, events: readonly NewEvent[]): Promise<void> {
  const projectIds = [...new Set(events.map(({ project_id }) => project_id))]
  const { rows } = await sql<{ endpoint_id: string; event_id: string; event: string }>`
    with hearing as (
      select e.id, e.project_id, e.events, e.created_at from webhook_endpoints e
      where e.active and e.project_id = any(${projectIds}::uuid[])
      union all
      select e.id, m.project_id, e.events, e.created_at
      from project_members m join webhook_endpoints e on e.user_id = m.user_id
      where e.active and e.project_id is null and m.project_id = any(${projectIds}::uuid[])
        and m.role = any(${[...readers]}::text[])
    )
    select h.id as endpoint_id, v.id as event_id, v.event
    from events v
    join projects p on p.id = v.project_id and p.deleted_at is null
    join hearing h on h.project_id = v.project_id
      and h.created_at <= v.created_at and (v.event = any(h.events) or '*' = any(h.events))
    where v.id = any(${events.map(({ id }) => id)}::uuid[])
    order by v.id`.execute(tx)
  for (let at = 0; at < rows.length; at += rowsMax) await insertDeliveries(tx, rows.slice(at, at + rowsMax))
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
    on conflict (endpoint_id, event_id) where not is_replay do nothing`.execute(tx)
}
