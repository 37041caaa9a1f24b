import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { channelHistory } from '@/lib/channels/history-registry'
import { channelNames } from '@/lib/channels/names'
import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { accountOf, type DueConnection } from '@/lib/metrics/sync/claim'
import { afterRefusal, withValidToken } from '@/lib/metrics/sync/valid-token'
import { keepThumbnails } from '@/lib/thumbnails/imported'
import { claimImport, type ImportRow, insertPosts, lockImport, saveFailure, saveProgress } from './repository'

const readTimeoutMs = 60_000
/** Between two pages of an account, to stay far from its limits. */
const pauseMs = 500
/** Ends before the next run under Inngest. What is left is done then. */
const longestMs = 50_000
const attemptsMax = 5
const retrySeconds = 60

/**
 * Reads past posts of accounts, page by page. A page and the position of the next one are stored in one transaction, so
 * another worker goes on where this one stopped.
 */
export async function runPastImports(db: Database): Promise<{ posts: number }> {
  const endMs = monotonicMs() + longestMs
  const owner = newId()
  let posts = 0
  while (monotonicMs() < endMs) {
    const entry = await claimImport(db, owner)
    if (!entry) break
    posts += await run(db, entry, owner, endMs)
  }
  await keepThumbnails(db, endMs)
  if (posts > 0) log.info('past_posts.imported', { posts })
  return { posts }
}

async function run(db: Database, entry: ImportRow, owner: string, endMs: number): Promise<number> {
  let posts = 0
  try {
    const connection = await openConnection(db, entry)
    if (typeof connection === 'string') {
      await saveFailure(db, { id: entry.id, owner, seconds: null, message: connection })
      return 0
    }
    let current: { connection: DueConnection; hasRenewed: boolean } = { connection, hasRenewed: false }
    for (let next: ImportRow | null = entry; next; ) {
      try {
        const page = await importPage(db, next, current.connection, owner)
        posts += page?.imported ?? 0
        next = page?.next ?? null
      } catch (error) {
        const renewed = current.hasRenewed ? null : await renew(db, current.connection, error)
        if (!renewed) throw error
        current = { connection: renewed, hasRenewed: true }
        continue
      }
      if (next && monotonicMs() > endMs) {
        // Another run goes on at once.
        await release(db, next.id, owner)
        return posts
      }
      if (next) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } catch (error) {
    if (isOutage(error)) throw error
    await saveFailure(db, { id: entry.id, owner, ...failureOf(error, entry) })
  }
  return posts
}

const release = (db: Database, id: string, owner: string): Promise<unknown> =>
  db
    .updateTable('past_imports')
    .set({ lease_owner: null, next_attempt_at: systemClock() })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()

/** The connection with a valid token, or why there is none. */
async function openConnection(db: Database, entry: ImportRow): Promise<DueConnection | string> {
  const name = channelNames[entry.channel]
  const row = await db
    .selectFrom('social_connections')
    .select([
      'id',
      'project_id',
      'account_id',
      'account_name',
      'handle',
      'status',
      'credentials',
      'key_id',
      'expires_at',
    ])
    .where('id', '=', entry.connection_id)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  if (!row) return `This ${name} account is no longer connected.`
  const connection = { ...row, channel: entry.channel, is_paused: false, posted_through: [row.id] }
  const ready = await withValidToken(db, connection)
  if (ready?.status !== 'active')
    return `${name} no longer accepts this connection. Reconnect the account, then import its posts again.`
  return ready
}

/** @returns the import before its next page; null at the end; undefined if another worker holds it */
async function importPage(
  db: Database,
  entry: ImportRow,
  connection: DueConnection,
  owner: string,
): Promise<{ imported: number; next: ImportRow | null } | undefined> {
  const { cursor, since } = entry
  const call = { signal: deadlineIn(readTimeoutMs) }
  const page = await channelHistory[entry.channel].readPage(accountOf(connection), { cursor, since }, call)
  const left = entry.posts_max - entry.read_count
  const posts = page.posts.filter(({ publishedAt }) => publishedAt >= since).slice(0, left)
  // The last one: a pinned post comes first, however old.
  const oldest = page.posts.at(-1)
  const isDone = page.next === null || posts.length >= left || (oldest !== undefined && oldest.publishedAt < since)
  const { id, project_id: projectId, connection_id: connectionId, channel } = entry
  const target = { projectId, connectionId, channel, accountId: connection.account_id }
  return transaction(db, async (tx) => {
    if (!(await lockImport(tx, id, owner))) return undefined
    const imported = await insertPosts(tx, target, posts)
    const progress = { cursor: page.next, read: posts.length, imported, known: posts.length - imported, isDone }
    await saveProgress(tx, id, progress)
    return {
      imported,
      next: isDone ? null : { ...entry, cursor: page.next, read_count: entry.read_count + posts.length },
    }
  })
}

/** A refused token is refreshed once. Null if that does not help. */
async function renew(db: Database, connection: DueConnection, error: unknown): Promise<DueConnection | null> {
  if (!(error instanceof ChannelError) || !error.isAuthDead) return null
  const { result, connection: renewed } = await afterRefusal(db, connection, error)
  return result === 'renewed' ? renewed : null
}

/** When to try again, and what people read meanwhile. */
function failureOf(error: unknown, { channel, attempts }: ImportRow): { seconds: number | null; message: string } {
  const name = channelNames[channel]
  if (!(error instanceof ChannelError)) {
    log.error('past_posts.failed', { channel, cause: error })
    const message = 'Something went wrong. The import continues in a minute.'
    if (attempts < attemptsMax) return { seconds: retrySeconds, message }
    return { seconds: null, message: 'Something went wrong. Start the import again; it continues where it stopped.' }
  }
  if (error.category === 'rate') {
    const until = error.retryAt ? (error.retryAt.getTime() - systemClock().getTime()) / 1_000 : error.waitSeconds
    const seconds = Math.max(1, Math.ceil(until ?? 900))
    return { seconds, message: finalMessage(error, 'The import continues then.') }
  }
  if (error.isForbidden || error.providerStatus === 402 || error.providerStatus === 403)
    return { seconds: null, message: `${name} does not let this connection read posts. ${finalMessage(error)}` }
  if (error.isRetryable && attempts < attemptsMax)
    return { seconds: error.waitSeconds ?? retrySeconds, message: finalMessage(error, 'The import continues shortly.') }
  return { seconds: null, message: finalMessage(error) }
}
