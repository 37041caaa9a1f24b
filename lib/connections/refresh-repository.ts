import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, SocialConnections } from '@/lib/db/types.generated'
import type { Sealed } from './seal'

/** Two calls of the network and a write fit in. So long until a refresh that was cut off is taken over. */
export const leaseSeconds = 30

/** A connection as whoever wants to renew it sees it; what time it is, is for the database to say. */
export type RefreshRow = Selectable<SocialConnections> & {
  seen_at: Date
  seconds_left: number | null
  is_leased: boolean
  /** Seconds until a failed refresh may be tried again; 0 when there is nothing to wait for. */
  wait_seconds: number
  /** How long ago the access was issued, as far as is known here. */
  age_seconds: number
}

export async function findRefreshRow(db: Database, id: string): Promise<RefreshRow | undefined> {
  return db
    .selectFrom('social_connections')
    .selectAll()
    .select([
      sql<Date>`now()`.as('seen_at'),
      sql<number | null>`extract(epoch from expires_at - now())::float8`.as('seconds_left'),
      sql<boolean>`coalesce(refresh_lease_until > now(), false)`.as('is_leased'),
      sql<number>`greatest(0, coalesce(extract(epoch from refresh_retry_at - now()), 0))::float8`.as('wait_seconds'),
      sql<number>`extract(epoch from now() - coalesce(last_refresh_at, connected_at))::float8`.as('age_seconds'),
    ])
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
}

/** Announces a refresh of these very credentials. False: somebody else is at it, or they were replaced. */
export async function takeRefreshLease(db: Database, seen: RefreshRow): Promise<boolean> {
  const { rows } = await sql`
    update social_connections set
      refresh_started_at = now(), refresh_lease_until = now() + make_interval(secs => ${leaseSeconds})
    where id = ${seen.id} and status = 'active' and disconnected_at is null and credentials = ${seen.credentials}
      and (refresh_lease_until is null or refresh_lease_until <= now())
    returning id`.execute(db)
  return rows.length > 0
}

const ended = { refresh_started_at: null, refresh_lease_until: null, updated_at: sql<Date>`now()` } as const

type Renewed = Sealed & { expires_at: Date | null; refresh_expires_at: Date | null; renews_with: string }

/**
 * Both tokens and their ends in one statement, and a new cycle of warnings. False when the credentials that were renewed
 * are not there any more. Whether the lease still holds does not matter: the network may have spent the old token.
 */
export async function storeRenewed(tx: Transaction<DB>, seen: RefreshRow, renewed: Renewed): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('social_connections')
    .set({
      ...renewed,
      ...ended,
      last_refresh_at: sql<Date>`now()`,
      last_refresh_ok: true,
      last_refresh_error: null,
      refresh_failed_count: 0,
      refresh_retry_at: null,
      refresh_refused_at: null,
      notified_at_tier: null,
      expiring_soon_notified_at: null,
      broken_notified_at: null,
    })
    .where('id', '=', seen.id)
    .where('disconnected_at', 'is', null)
    .where('credentials', '=', seen.credentials)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Nobody will make the refresh again that was cut off. */
export async function forgetCutOff(db: Database, seen: RefreshRow): Promise<void> {
  if (seen.refresh_started_at === null || seen.is_leased) return
  await db
    .updateTable('social_connections')
    .set(ended)
    .where('id', '=', seen.id)
    .where('refresh_lease_until', '<=', sql<Date>`now()`)
    .execute()
}

/** How a refresh failed. `retrySeconds` is null when trying again is of no use. */
export async function storeFailure(
  tx: Transaction<DB>,
  seen: RefreshRow,
  failure: { message: string; retrySeconds: number | null },
): Promise<boolean> {
  const { message, retrySeconds } = failure
  const { rows } = await sql`
    update social_connections set
      last_refresh_ok = false, last_refresh_error = ${message.slice(0, 1_000)},
      refresh_failed_count = refresh_failed_count + 1,
      refresh_retry_at = now() + make_interval(secs => ${retrySeconds}::float8),
      refresh_refused_at = ${retrySeconds === null ? sql`now()` : sql`refresh_refused_at`},
      refresh_started_at = null, refresh_lease_until = null, updated_at = now()
    where id = ${seen.id} and disconnected_at is null and credentials = ${seen.credentials}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Marks a connection whose credentials the network no longer takes. False when they were replaced meanwhile. */
export async function storeRevoked(
  tx: Transaction<DB>,
  seen: { id: string; project_id: string; credentials: Buffer | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('social_connections')
    .set({ ...ended, status: 'revoked' })
    .where('id', '=', seen.id)
    .where('project_id', '=', seen.project_id)
    .where('status', '=', 'active')
    // A credential that was replaced while a call ran is not the one that was refused. Its time would not tell: the
    // database counts in microseconds, and a Date does not.
    .where('credentials', '=', seen.credentials)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Connections whose access ends within 30 days or is over: whatever the daily run has to look at. */
export async function listEnding(db: Database, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from social_connections
    where disconnected_at is null and status = 'active' and expires_at <= now() + interval '30 days'
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * What cannot wait for the night: a refresh that was cut off or may be tried again, access for hours that is nearly over,
 * access that has ended of which nobody was told yet, and a reminder whose day is over.
 */
export async function listUrgent(
  db: Database,
  aheadSeconds: number,
  limit: number,
): Promise<{ id: string; was_cut_off: boolean }[]> {
  const { rows } = await sql<{ id: string; was_cut_off: boolean }>`
    select id, refresh_started_at is not null as was_cut_off from social_connections
    where disconnected_at is null and status = 'active' and coalesce(refresh_lease_until <= now(), true) and (
      refresh_started_at is not null
      or renews_with is null
      or (expires_at <= now() and broken_notified_at is null and coalesce(refresh_retry_at <= now(), true))
      or (expires_at > now() and expiring_soon_notified_at <= now() - interval '24 hours')
      or (refresh_retry_at <= now() and expires_at <= now() + interval '7 days')
      or (expires_at <= now() + make_interval(secs => ${aheadSeconds}) and renews_with <> 'nothing'
        and refresh_refused_at is null and refresh_retry_at is null
        and expires_at - coalesce(last_refresh_at, connected_at) < interval '1 day'))
    order by expires_at nulls last limit ${limit}`.execute(db)
  return rows
}

export async function storeRenewsWith(db: Database, seen: RefreshRow, renewsWith: string): Promise<void> {
  await db
    .updateTable('social_connections')
    .set({ renews_with: renewsWith })
    .where('id', '=', seen.id)
    .where('credentials', '=', seen.credentials)
    .execute()
}
