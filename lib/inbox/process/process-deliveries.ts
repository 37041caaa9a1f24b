import { sql } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import { yielding } from '@/lib/event-loop'
import { log } from '@/lib/logger'
import { groupBy } from '@/lib/metrics/group-by'
import { inboxPlatforms } from '../kinds'
import { connectedAccounts } from '../receive/repository'
import type { Delivery, InboxAccount, Received } from '../wire/inbox-change'
import { accountIdsIn, parseDelivery, readDelivery } from '../wire/read-delivery'
import { storeChanges } from './store-changes'

/** Deliveries that are claimed together. */
const batchSize = 50
/** Deliveries that are read into memory and stored together. A larger one is stored alone. */
const groupMaxBytes = 256 * 1024
/** Changes stored in one transaction. Until it ends, nobody else can change conversations of the project. */
const changesAtOnce = 200
/** A delivery whose worker died is taken again after this time. */
const leaseSeconds = 60
/** Delay after each failed attempt. After the last one the delivery is kept for seven days, but not tried again. */
const retryDelaysSeconds = [5, 30, 120, 600, 3_600]
/** A run ends before the next scheduled one, which continues the work. */
const runMs = 50_000

type Claimed = { id: string; size_bytes: number; received_at: Date; attempt_count: number }

/** Turns stored deliveries into messages until none is due. Several workers may run at once. */
export async function processDeliveries(db: Database): Promise<{ processed: number; failed: number }> {
  const counts = { processed: 0, failed: 0 }
  for (const startedMs = monotonicMs(); monotonicMs() - startedMs < runMs; ) {
    const batch = await claim(db)
    if (batch.length === 0) break
    for (const group of groupsOf(batch)) {
      if (await store(db, group)) counts.processed += group.length
      // One delivery must not hold up the others.
      else
        for (const one of group) {
          if (await store(db, [one])) counts.processed += 1
          else counts.failed += 1
        }
    }
  }
  return counts
}

async function claim(db: Database): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update inbox_deliveries set attempt_count = attempt_count + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from inbox_deliveries
      where processed_at is null and failed_at is null and next_attempt_at <= now()
      order by id limit ${batchSize} for update skip locked)
    returning id, octet_length(body) as size_bytes, received_at, attempt_count`.execute(db)
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

function groupsOf(batch: readonly Claimed[]): Claimed[][] {
  const groups: Claimed[][] = []
  let sizeBytes = Number.POSITIVE_INFINITY
  for (const one of batch) {
    sizeBytes += one.size_bytes
    if (sizeBytes > groupMaxBytes) {
      groups.push([])
      sizeBytes = one.size_bytes
    }
    groups.at(-1)?.push(one)
  }
  return groups
}

/** @returns false if it failed */
async function store(db: Database, group: readonly Claimed[]): Promise<boolean> {
  try {
    for (const { account, received } of await changesByAccount(db, group))
      for (let from = 0; from < received.length; from += changesAtOnce)
        await transaction(db, (tx) => storeChanges(tx, account, received.slice(from, from + changesAtOnce)))
    await sql`update inbox_deliveries set processed_at = now(), body = null, last_error = null
      where id = any(${group.map(({ id }) => id)}::uuid[])`.execute(db)
    return true
  } catch (error) {
    if (isOutage(error)) throw error
    const [only] = group
    if (group.length === 1 && only) await noteFailure(db, only, error)
    return false
  }
}

type AccountChanges = { account: InboxAccount; received: Received[] }

/** An account that two projects have connected is listed for both. */
async function changesByAccount(db: Database, group: readonly Claimed[]): Promise<AccountChanges[]> {
  const byAccount = new Map<string, AccountChanges>()
  const deliveries = await readBodies(db, group)
  for (const platform of inboxPlatforms) {
    const own = deliveries.filter(({ delivery }) => delivery.platform === platform)
    const accountIds = [...new Set(own.flatMap(({ delivery }) => accountIdsIn(delivery)))]
    const projects = groupBy(await connectedAccounts(db, platform, accountIds), ({ accountId }) => accountId)
    for (const { delivery, receivedAt } of own)
      for (const { accountId, change } of readDelivery(delivery))
        for (const { projectId } of projects.get(accountId) ?? []) {
          const key = `${projectId} ${platform} ${accountId}`
          const account = byAccount.get(key) ?? { account: { projectId, platform, accountId }, received: [] }
          byAccount.set(key, account)
          account.received.push({ change, receivedAt })
        }
  }
  return [...byAccount.values()]
}

async function readBodies(
  db: Database,
  group: readonly Claimed[],
): Promise<{ delivery: Delivery; receivedAt: Date }[]> {
  // Another worker may have processed one meanwhile, if this one was slow.
  const { rows } = await sql<{ body: Buffer; received_at: Date }>`
    select body, received_at from inbox_deliveries
    where id = any(${group.map(({ id }) => id)}::uuid[]) and body is not null order by id`.execute(db)
  const yieldIfLong = yielding()
  const read: { delivery: Delivery; receivedAt: Date }[] = []
  for (const { body, received_at } of rows) {
    const delivery = parseDelivery(body)
    if (delivery) read.push({ delivery, receivedAt: received_at })
    await yieldIfLong()
  }
  return read
}

async function noteFailure(db: Database, { id, attempt_count }: Claimed, error: unknown): Promise<void> {
  log.error('inbox.delivery_failed', { delivery_id: id, attempt: attempt_count, cause: error })
  const delaySeconds = retryDelaysSeconds[attempt_count - 1]
  await sql`
    update inbox_deliveries set last_error = ${error instanceof Error ? error.message : String(error)},
      next_attempt_at = now() + make_interval(secs => ${delaySeconds ?? 0}),
      failed_at = case when ${delaySeconds === undefined} then now() end
    where id = ${id}`.execute(db)
}

/** Meta repeats a delivery for 36 hours; the sums of older ones are not needed. */
const keptDays = 7

/** Deletes old deliveries, and changes whose message never arrived. */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  await sql`delete from inbox_deliveries where received_at < now() - make_interval(days => ${keptDays})`.execute(db)
  await sql`delete from inbox_early_changes where received_at < now() - make_interval(days => ${keptDays})`.execute(db)
}
