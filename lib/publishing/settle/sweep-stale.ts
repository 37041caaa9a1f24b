import { sql } from 'kysely'
import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { pausedProjects } from '@/lib/queue-items/paused'
import { startedRow } from '@/lib/queue-items/started'
import { lockStoryRows } from '@/lib/stories/rows/lock-stories'
import { LeaseLost } from '../claim/lease'
import { staleAfterSeconds } from '../retry-delays'
import { failRow } from './failed'
import type { Failure } from './failure'
import { updateStories } from './update-stories'

/** Another row that was posted this close to a stale row's time took its slot. */
const supersedeWindowSeconds = 600
const batchSize = 200

type StaleRow = { id: string; fence: number; story_id: string; channel: string; winner: string | null }

/**
 * Fails approved rows that are more than an hour late, each in its own transaction. Skips rows in progress and rows
 * that are or may be partly public, whose status the publisher determines. Skips rows of paused projects, which are
 * handled on resume.
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
      and (q.lease_until is null or q.lease_until < now()) and not ${startedRow}
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
      await lockStoryRows(tx, [row.story_id])
      const item = await failRow(tx, row, failure)
      await updateStories(tx, [{ storyId: row.story_id, failed: { item, failure } }])
    })
    return true
  } catch (error) {
    // The row was claimed, moved or cancelled in the meantime.
    if (error instanceof LeaseLost) return false
    throw error
  }
}
