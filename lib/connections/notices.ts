import { sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { appendEvent } from '@/lib/events/append'
import { storeRevoked } from './refresh-repository'
import { canRenew, daysUntil, isShortLived, tierOf } from './refreshable'
import { type ConnectionRow, publicColumns } from './repository'
import { serializeConnection } from './serializer'

/** Under so many days left, a refresh that failed or cannot be made is told. */
const soonDays = 7
/** After so many failures in a row an access that is over counts as broken, though every fault may pass. */
const failuresToBreak = 5

type Noticed = ConnectionRow & {
  now: Date
  notified_at_tier: number | null
  was_told_today: boolean
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
      sql<boolean>`coalesce(expiring_soon_notified_at > now() - interval '24 hours', false)`.as('was_told_today'),
    ])
    .where('id', '=', id)
    .where('disconnected_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Tells the project how long an access still lasts: each of 30, 7 and 1 days once in a cycle, and of tiers that were
 * skipped only the last. Who connects five days before the end hears of seven days alone.
 */
export async function tellOfTier(db: Database, id: string): Promise<void> {
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

/** Tells that a person is needed: once when the access has ended, once a day while its end comes near. */
export async function tellOfEnd(tx: Transaction<DB>, id: string): Promise<void> {
  const row = await lockNoticed(tx, id)
  if (row?.status !== 'active' || row.expires_at === null) return
  const renewable = canRenew(row, row.now)
  if (renewable && row.refresh_failed_count === 0) return
  const mayStillPass = renewable && row.refresh_failed_count < failuresToBreak
  if (row.expires_at <= row.now) {
    if (!mayStillPass) await tellBroken(tx, row)
    return
  }
  const isSoon = row.expires_at.getTime() - row.now.getTime() < soonDays * 86_400_000
  // Access for hours always ends soon: a first failure is tried again long before it does.
  if (!isSoon || row.was_told_today || (isShortLived(row) && mayStillPass)) return
  await tx
    .updateTable('social_connections')
    .set({ expiring_soon_notified_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const data = { ...factsOf(row), reason: reasonOf(row) }
  await appendEvent(tx, { projectId: row.project_id, event: 'connection.expiring_soon', data })
}

/**
 * The network no longer takes the credentials: everything that would use them is refused from now on, and the project is
 * told once. Nothing happens when they were replaced meanwhile.
 */
export async function markRevoked(
  db: Database,
  seen: { id: string; project_id: string; credentials: Buffer | null },
  message?: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    if (!(await storeRevoked(tx, seen))) return false
    const row = await lockNoticed(tx, seen.id)
    if (row) await tellBroken(tx, message === undefined ? row : { ...row, last_refresh_error: message })
    return true
  })
}

async function tellBroken(tx: Transaction<DB>, row: Noticed): Promise<void> {
  if (row.broken_notified_at !== null) return
  // What could have been renewed and was not failed, whether or not anybody got to try.
  const unrenewed = row.last_refresh_error === null ? unrenewedWords(row) : null
  await tx
    .updateTable('social_connections')
    .set({
      broken_notified_at: sql<Date>`now()`,
      ...(unrenewed === null ? {} : { last_refresh_ok: false, last_refresh_error: unrenewed }),
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
  unrenewedWords(row) ??
  'The network gave nothing to renew this access with. Connect the account again.'

/** Why an access that is made to be renewed is over all the same: mostly nobody ran Storycast in its last days. */
function unrenewedWords({ channel, renews_with }: Noticed): string | null {
  const { name } = channels[channel as ChannelId]
  if (renews_with === 'access_token') {
    return `The access ended before it was renewed, and ${name} renews it only while it lives. Connect the account again.`
  }
  if (renews_with === 'refresh_token') {
    return `The access is over, and so is what ${name} gave to renew it with. Connect the account again.`
  }
  return null
}
