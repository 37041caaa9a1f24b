import { sql, type Transaction } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { appendEvent } from '@/lib/events/append'
import { canRenew, daysUntil, isShortLived, tierOf } from '../refreshable'
import { type ConnectionRow, publicColumns } from '../repository'
import { serializeConnection } from '../serializer'
import { storeRevoked } from './repository'

/** Below this many days, a failed or impossible refresh is reported. */
const soonDays = 7
/** An expired connection counts as broken after this many failures in a row, even if each could be temporary. */
const failuresToBreak = 5

type Noticed = ConnectionRow & {
  now: Date
  notified_at_tier: number | null
  was_notified_today: boolean
  broken_notified_at: Date | null
  refresh_failed_count: number
  last_refresh_error: string | null
}

async function lockNoticed(tx: Transaction<DB>, id: string): Promise<Noticed | undefined> {
  return tx
    .selectFrom('social_connections')
    .select(publicColumns)
    .select(['notified_at_tier', 'broken_notified_at', 'refresh_failed_count', 'last_refresh_error'])
    .select([
      sql<Date>`now()`.as('now'),
      sql<boolean>`coalesce(expiring_soon_notified_at > now() - interval '24 hours', false)`.as('was_notified_today'),
    ])
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Sends `connection.expiring` at 30, 7 and 1 days, each once per cycle. Of skipped tiers only the last is sent. */
export async function notifyExpiryTier(db: Database, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await lockNoticed(tx, id)
    if (row?.status !== 'active' || row.expires_at === null || row.expires_at <= row.now) return
    if (isShortLived(row) && canRenew(row, row.now)) return
    const tier = tierOf(row.expires_at, row.now)
    if (!tier || (row.notified_at_tier !== null && row.notified_at_tier <= tier.days)) return
    await tx.updateTable('social_connections').set({ notified_at_tier: tier.days }).where('id', '=', id).execute()
    await appendEvent(tx, { projectId: row.project_id, event: 'connection.expiring', data: factsOf(row) })
  })
}

/** Reports that a user must reconnect: once when expired, daily shortly before. */
export async function notifyExpiry(tx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockNoticed(tx, id)
  if (row?.status !== 'active' || row.expires_at === null) return
  const renewable = canRenew(row, row.now)
  if (renewable && row.refresh_failed_count === 0) return
  const mayRecover = renewable && row.refresh_failed_count < failuresToBreak
  if (row.expires_at <= row.now) {
    if (!mayRecover) await notifyBroken(tx, row)
    return
  }
  const isSoon = row.expires_at.getTime() - row.now.getTime() < soonDays * 86_400_000
  // Short-lived tokens always expire soon, and are retried well before.
  if (!isSoon || row.was_notified_today || (isShortLived(row) && mayRecover)) return
  await tx
    .updateTable('social_connections')
    .set({ expiring_soon_notified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const data = { ...factsOf(row), reason: reasonOf(row) }
  await appendEvent(tx, { projectId: row.project_id, event: 'connection.expiring_soon', data })
}

/**
 * Marks a connection whose credentials the network rejects, and notifies the project once. Does nothing if they were
 * replaced.
 */
export async function markRevoked(
  db: Database,
  seen: { id: string; project_id: string; credentials: Buffer | null },
  message?: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await storeRevoked(tx, seen))) return false
    const row = await lockNoticed(tx, seen.id)
    if (row) await notifyBroken(tx, message === undefined ? row : { ...row, last_refresh_error: message })
    return true
  })
}

async function notifyBroken(tx: Transaction<DB>, row: Noticed): Promise<void> {
  if (row.broken_notified_at !== null) return
  // A renewable connection that expired counts as a failed refresh, even without an attempt.
  const missedRenewal = row.last_refresh_error === null ? missedRenewalReason(row) : null
  await tx
    .updateTable('social_connections')
    .set({
      broken_notified_at: sql<Date>`now()`,
      ...(missedRenewal === null ? {} : { last_refresh_ok: false, last_refresh_error: missedRenewal }),
    })
    .where('id', '=', row.id)
    .execute()
  const data = { ...factsOf(row), severity: 'critical', reason: reasonOf(row) }
  await appendEvent(tx, { projectId: row.project_id, event: 'connection.broken', data })
}

function factsOf(row: Noticed) {
  const tier = row.expires_at && tierOf(row.expires_at, row.now)
  return {
    connection: serializeConnection(row, row.now),
    tier: tier?.days ?? null,
    severity: tier?.severity ?? null,
    days_left: row.expires_at && daysUntil(row.expires_at, row.now),
  }
}

const reasonOf = (row: Noticed): string =>
  row.last_refresh_error ??
  missedRenewalReason(row) ??
  'This connection cannot be renewed automatically. Reconnect the account.'

/** Why a renewable connection expired anyway, usually because Storycast was not running in its last days. */
function missedRenewalReason({ renews_with }: Noticed): string | null {
  if (renews_with === 'access_token') return 'The connection expired before it was renewed. Reconnect the account.'
  if (renews_with === 'refresh_token') {
    return 'The connection and its refresh token have expired. Reconnect the account.'
  }
  return null
}
