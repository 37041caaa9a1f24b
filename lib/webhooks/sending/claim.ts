import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { bodyOf, type StoredEvent } from './envelope'
import { attemptTimeoutMs } from './retry-schedule'
import { readTarget, type Target, type TargetRow, targetColumns } from './target'

/** After this time without a result, another worker may send the event again. */
export const leaseSeconds = 30
if (leaseSeconds * 1_000 < 2 * attemptTimeoutMs) throw new Error('A lease must outlive an attempt and its recording.')

/** Endpoints with waiting deliveries that one search visits, due or not. */
const maxVisited = 512
const firstId = '00000000-0000-0000-0000-000000000000'

/** A delivery that this worker holds until its lease ends. Every later write must match the fence. */
export type Claimed = {
  id: string
  endpoint_id: string
  event_id: string
  event: string
  fence: number
  attempt_count: number
  body: Buffer
}

/**
 * Finds endpoints with due deliveries, in order of their ids, starting after `after`. Jumps from endpoint to endpoint in
 * the index, so that 10,000 deliveries waiting for one endpoint cost no more than one.
 *
 * @returns `next`: where to continue; null after the last endpoint
 */
export async function findDueTargets(
  db: Database,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ targets: Target[]; next: string | null }> {
  const { rows } = await sql<TargetRow & { is_due: boolean }>`
    with recursive waiting (endpoint_id, place) as (
      (select endpoint_id, 1 from webhook_deliveries
        where next_attempt_at is not null and endpoint_id > ${after ?? firstId}
        order by endpoint_id, next_attempt_at limit 1)
      union all
      select (select d.endpoint_id from webhook_deliveries d
          where d.next_attempt_at is not null and d.endpoint_id > w.endpoint_id
          order by d.endpoint_id, d.next_attempt_at limit 1), w.place + 1
        from waiting w where w.endpoint_id is not null and w.place < ${maxVisited}
    ), visited as (
      select w.endpoint_id, w.place, e.active and (e.paused_until is null or e.paused_until <= now())
        and (select min(d.next_attempt_at) from webhook_deliveries d
          where d.endpoint_id = w.endpoint_id and d.next_attempt_at is not null) <= now() as is_due
      from waiting w join webhook_endpoints e on e.id = w.endpoint_id
    )
    select ${targetColumns}, v.is_due
    from visited v join webhook_endpoints e on e.id = v.endpoint_id
    where v.is_due or v.place = ${maxVisited}
    limit ${limit}`.execute(db)
  const last = rows.at(-1)
  // The last row is the end of the list unless one of the two limits was reached.
  const next = last && (rows.length === limit || !last.is_due || rows.length === maxVisited) ? last.id : null
  return { targets: rows.flatMap((row) => (row.is_due ? (readTarget(row) ?? []) : [])), next }
}

type ClaimedRow = Omit<Claimed, 'body'> & StoredEvent

/**
 * Claims due deliveries, oldest first. Skips rows that another worker is claiming.
 *
 * @param counts how many to claim, by endpoint
 */
export async function claimDeliveries(db: Database, counts: ReadonlyMap<string, number>): Promise<Claimed[]> {
  const { rows } = await sql<ClaimedRow>`
    with picked as (
      select due.id
      from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) as wanted (endpoint_id, count)
      join webhook_endpoints e on e.id = wanted.endpoint_id and e.active
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = wanted.endpoint_id and d.next_attempt_at <= now()
        order by d.next_attempt_at limit wanted.count
        for update of d skip locked
      ) due
    ), taken as (
      update webhook_deliveries d set status = 'in_flight', fence = d.fence + 1, updated_at = now(),
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from picked where d.id = picked.id
      returning d.id, d.endpoint_id, d.event_id, d.fence, d.attempt_count
    )
    select t.*, v.event, v.created_at as event_created_at, v.sequence, v.data::text as data
    from taken t join events v on v.id = t.event_id`.execute(db)
  // Endpoints that receive the same event share one body.
  const bodies = new Map<string, Buffer>()
  return rows.map(({ data, sequence, event_created_at, ...row }) => {
    const { event_id, event } = row
    const body = bodies.get(event_id) ?? bodyOf({ event_id, event, event_created_at, sequence, data })
    bodies.set(event_id, body)
    return { ...row, body }
  })
}

/**
 * Makes claimed deliveries due again, so that no worker has to wait for the end of the lease. Those that were already
 * sent may arrive twice, with the same event id.
 */
export async function release(db: Database, claims: readonly Claimed[]): Promise<void> {
  await sql`
    update webhook_deliveries d set next_attempt_at = now(), updated_at = now(),
      status = case when attempt_count > 0 then 'failed' else 'pending' end
    from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ fence }) => fence)}::int[]) as g (id, fence)
    where d.id = g.id and d.fence = g.fence and d.status = 'in_flight'`.execute(db)
}
