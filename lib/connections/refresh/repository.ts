import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB, SocialConnections } from '@/lib/db/types.generated'
import type { RenewsWith } from '../renews-with'
import type { Sealed } from '../seal'

/** Fits two network calls and a write. An interrupted refresh is taken over after this time. */
export const leaseSeconds = 30

/** A connection as seen by a refresh, with times computed by the database. */
export type RefreshRow = Selectable<SocialConnections> & {
  seen_at: Date
  seconds_left: number | null
  is_leased: boolean
  /** Seconds until a failed refresh may be retried; 0 for now. */
  wait_seconds: number
  /** Age of the token, as far as known. */
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

/** Takes the lease to refresh these credentials. False if another process holds it or they were replaced. */
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

type Renewed = Sealed & { expires_at: Date | null; refresh_expires_at: Date | null; renews_with: RenewsWith }

/**
 * Stores new tokens and their expiry, and starts a new warning cycle. False if the old credentials were replaced.
 * Ignores the lease, because the old token may be used up.
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

/** Ends an interrupted refresh that is not repeated. */
export async function clearInterruption(db: Database, seen: RefreshRow): Promise<void> {
  if (seen.refresh_started_at === null || seen.is_leased) return
  await db
    .updateTable('social_connections')
    .set(ended)
    .where('id', '=', seen.id)
    .where('refresh_lease_until', '<=', sql<Date>`now()`)
    .execute()
}

/** Stores a failed refresh. `retrySeconds` is null if a retry is useless. */
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

/** Marks a connection as revoked. False if its credentials were replaced. */
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
    // Compares credentials, not times: a `Date` lacks the database's microseconds.
    .where('credentials', '=', seen.credentials)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Connections that expire within 30 days or are expired, for the daily run. */
export async function listExpiring(db: Database, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from social_connections
    where disconnected_at is null and status = 'active' and expires_at <= now() + interval '30 days'
      ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Connections that cannot wait for the daily run: interrupted or retryable refreshes, short-lived tokens near expiry,
 * expired tokens not reported yet, and due reminders.
 */
export async function listUrgent(
  db: Database,
  aheadSeconds: number,
  limit: number,
): Promise<{ id: string; was_interrupted: boolean }[]> {
  const { rows } = await sql<{ id: string; was_interrupted: boolean }>`
    select id, refresh_started_at is not null as was_interrupted from social_connections
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

export async function storeRenewsWith(db: Database, seen: RefreshRow, renewsWith: RenewsWith): Promise<void> {
  await db
    .updateTable('social_connections')
    .set({ renews_with: renewsWith })
    .where('id', '=', seen.id)
    .where('credentials', '=', seen.credentials)
    .execute()
}
