import { sql } from 'kysely'
import { UnreadableCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import type { StoredEvent } from './envelope'
import { deadlineMs } from './schedule'
import { openSecret } from './secret'
import type { SigningSecrets } from './sign'

/** A worker that is silent for so long after a claim is taken for dead, and another one sends the same event again. */
export const leaseSeconds = 30
if (leaseSeconds * 1_000 < 2 * deadlineMs) throw new Error('A lease must outlive a delivery and its recording.')

/** How many endpoints with waiting deliveries one look visits, those whose time has not come among them. */
const visitedMax = 2_000
const firstId = '00000000-0000-0000-0000-000000000000'

/** An endpoint that may be sent to now, as it was when it was looked at. */
export type Target = {
  id: string
  url: string
  secrets: SigningSecrets
  /** Its last attempts failed: one at a time, until one succeeds. */
  isFailing: boolean
}

/** A delivery that this worker holds until its lease ends. Whatever is written of it carries the fence. */
export type Claimed = StoredEvent & { id: string; endpoint_id: string; fence: number; attempt_count: number }

export type TargetRow = {
  id: string
  url: string
  secret: Buffer
  secret_key_id: string
  previous_secret: Buffer | null
  previous_secret_key_id: string | null
  consecutive_failures: number
}

/** The secret before the last rotation stands there until its 24 hours are over. */
export const targetColumns = sql`e.id, e.url, e.secret, e.secret_key_id, e.consecutive_failures,
  case when e.previous_secret_until > now() then e.previous_secret end as previous_secret,
  case when e.previous_secret_until > now() then e.previous_secret_key_id end as previous_secret_key_id`

/**
 * Endpoints with due deliveries, from the one after `after` on, in the order of their ids. It steps from endpoint to
 * endpoint through the index, so that ten thousand deliveries that wait for one of them cost what one costs.
 *
 * @returns `next` is where the next look begins; null is at the beginning
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
        from waiting w where w.endpoint_id is not null and w.place < ${visitedMax}
    ), visited as (
      select w.endpoint_id, w.place, e.active and (e.paused_until is null or e.paused_until <= now())
        and (select min(d.next_attempt_at) from webhook_deliveries d
          where d.endpoint_id = w.endpoint_id and d.next_attempt_at is not null) <= now() as is_due
      from waiting w join webhook_endpoints e on e.id = w.endpoint_id
    )
    select ${targetColumns}, v.is_due
    from visited v join webhook_endpoints e on e.id = v.endpoint_id
    where v.is_due or v.place = ${visitedMax}
    limit ${limit}`.execute(db)
  const last = rows.at(-1)
  // There is more behind the last row only when the look ended for one of its two limits.
  const next = last && (rows.length === limit || !last.is_due || rows.length === visitedMax) ? last.id : null
  return { targets: rows.flatMap((row) => (row.is_due ? (openTarget(row) ?? []) : [])), next }
}

/** Opens the secrets of an endpoint. One that does not open is our fault and not the receiver's: it waits, and we tell. */
export function openTarget(row: TargetRow): Target | null {
  try {
    const current = openSecret(row.id, row.secret, row.secret_key_id)
    const { previous_secret, previous_secret_key_id } = row
    const secrets: SigningSecrets =
      previous_secret && previous_secret_key_id
        ? [current, openSecret(row.id, previous_secret, previous_secret_key_id)]
        : [current]
    return { id: row.id, url: row.url, secrets, isFailing: row.consecutive_failures > 0 }
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error
    log.error('webhooks.secret_unreadable', { endpoint: row.id, cause: error })
    return null
  }
}

/** Takes up to so many due deliveries of each endpoint, oldest first. What another worker is taking is passed over. */
export async function claimDeliveries(db: Database, shares: ReadonlyMap<string, number>): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with picked as (
      select due.id
      from unnest(${[...shares.keys()]}::uuid[], ${[...shares.values()]}::int[]) as share (endpoint_id, count)
      join webhook_endpoints e on e.id = share.endpoint_id and e.active
      cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = share.endpoint_id and d.next_attempt_at <= now()
        order by d.next_attempt_at limit share.count
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
  return rows
}

/**
 * Gives deliveries back whose sending the end of this worker cuts off, so that the next one need not wait for the lease.
 * They may have arrived; then they arrive again, with the same ids.
 */
export async function release(db: Database, claims: readonly Claimed[]): Promise<void> {
  await sql`
    update webhook_deliveries d set next_attempt_at = now(), updated_at = now(),
      status = case when attempt_count > 0 then 'failed' else 'pending' end
    from unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ fence }) => fence)}::int[]) as g (id, fence)
    where d.id = g.id and d.fence = g.fence and d.status = 'in_flight'`.execute(db)
}
