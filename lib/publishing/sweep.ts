import { sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { begunRow } from './begun'
import { staleAfterSeconds } from './delays'
import { LeaseLost } from './lease'
import { pausedProjects } from './paused'
import { type Failure, failRow } from './settle'
import { lockStories, settleStories } from './settle-stories'

/** A sibling that posted this close to a stale row's time took its slot. */
const supersedeWindowSeconds = 600
const batchSize = 200

type StaleRow = { id: string; fence: number; story_id: string; channel: string; winner: string | null }

/**
 * Fails approved rows more than an hour past their time, each in a transaction of its own. A row that is under way, or
 * of which something is or may be public, is left to the publisher, which alone can tell what became of it. What a pause
 * keeps back is left to the person who ends the pause.
 *
 * @returns how many rows were failed
 */
export async function sweepStale(db: Database): Promise<number> {
  let swept = 0
  for (let rows = await staleRows(db); rows.length > 0; rows = rows.length === batchSize ? await staleRows(db) : []) {
    for (const row of rows) if (await failStale(db, row)) swept += 1
  }
  if (swept > 0) log.warn('publish.swept', { rows: swept })
  return swept
}

async function staleRows(db: Database): Promise<StaleRow[]> {
  const { rows } = await sql<StaleRow>`
    select q.id, q.fence, q.story_id, q.channel, (
      select w.id from queue_items w
      where w.project_id = q.project_id and w.channel = q.channel and w.status = 'posted' and w.id <> q.id
        and w.published_at between q.scheduled_at - make_interval(secs => ${supersedeWindowSeconds})
                               and q.scheduled_at + make_interval(secs => ${supersedeWindowSeconds})
      order by w.published_at limit 1) as winner
    from queue_items q
    where q.status = 'approved' and q.scheduled_at < now() - make_interval(secs => ${staleAfterSeconds})
      and (q.lease_until is null or q.lease_until < now()) and not ${begunRow}
      and q.project_id not in (${pausedProjects})
    order by q.scheduled_at limit ${batchSize}`.execute(db)
  return rows
}

async function failStale(db: Database, row: StaleRow): Promise<boolean> {
  const failure: Failure = {
    reason: row.winner
      ? `superseded: queue item ${row.winner} was posted to ${row.channel} in this slot`
      : 'stale-scheduled',
    category: 'other',
    code: row.winner ? 'superseded' : 'stale',
    wasAttempted: false,
    ...(row.winner ? { supersededBy: row.winner } : {}),
  }
  try {
    await transaction(db, async (tx) => {
      await lockStories(tx, [row.story_id])
      const item = await failRow(tx, row, failure)
      await settleStories(tx, [{ storyId: row.story_id, failed: { item, failure } }])
    })
    return true
  } catch (error) {
    // Somebody claimed, moved or cancelled it since: it is no longer ours to fail.
    if (error instanceof LeaseLost) return false
    throw error
  }
}
