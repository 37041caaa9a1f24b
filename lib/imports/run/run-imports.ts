import { monotonicMs, systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { insertAllPrepared } from '@/lib/stories/operations/create'
import type { ImportEntry } from '../repository'
import { deleteStories } from './delete-stories'
import { planStories } from './plan-stories'
import { finishJob, listRowsWith, listWaiting, lockRows, type Portion, writeOutcomes } from './repository'

/** Rows per transaction: short, because the embedded database has a single backend. */
const chunkRows = 25
/** Ends before the next run under Inngest. What is left is done then. */
const longestMs = 50_000

/**
 * Creates the stories of confirmed imports, and deletes those of undone ones. Imports take turns, so that a large one does
 * not delay the others. Several workers share the rows.
 */
export async function runImports(db: Database): Promise<{ rows: number }> {
  const endMs = monotonicMs() + longestMs
  let rows = 0
  for (;;) {
    const waiting = await listWaiting(db)
    let handled = 0
    for (const entry of waiting) {
      if (monotonicMs() > endMs) return { rows }
      handled += await runChunk(db, entry)
    }
    rows += handled
    // Other workers hold the rows that are left.
    if (handled === 0) return { rows }
  }
}

/** @returns the number of rows that it handled */
async function runChunk(db: Database, entry: ImportEntry): Promise<number> {
  try {
    const handled = await handle(db, entry, { limit: chunkRows })
    if (handled < chunkRows) await finishJob(db, entry)
    return handled
  } catch (error) {
    if (isOutage(error)) throw error
    return runNext(db, entry)
  }
}

const handle = (db: Database, entry: ImportEntry, portion: Portion): Promise<number> =>
  entry.state === 'importing' ? createStories(db, entry, portion) : deleteStories(db, entry, portion)

/** Handles the next row alone, so that a row that fails does not stop the others. */
async function runNext(db: Database, entry: ImportEntry): Promise<number> {
  const status = entry.state === 'importing' ? 'ready' : 'created'
  const [next] = await listRowsWith(db, entry.id, { status, limit: 1 })
  if (!next) return 0
  const portion = { limit: 1, among: [next.row] }
  try {
    return await handle(db, entry, portion)
  } catch (error) {
    if (isOutage(error)) throw error
    log.error('imports.row_failed', { import_id: entry.id, row: next.row, cause: error })
    return setAside(db, entry, portion)
  }
}

/** Locks rows, creates their stories, and notes them, in one transaction. */
async function createStories(db: Database, entry: ImportEntry, portion: Portion): Promise<number> {
  return transaction(db, async (tx) => {
    const rows = await lockRows(tx, entry, { ...portion, status: 'ready' })
    if (rows.length === 0) return 0
    const now = systemClock()
    const checks = await StoryChecks.open(tx, entry.project_id, now)
    const planned = await planStories(checks, entry, rows)
    const stories = planned.flatMap(({ story }) => story ?? [])
    if (stories.length > 0) await insertAllPrepared(tx, stories, now)
    const outcomes = planned.map(({ row, story, errors }) => ({
      row,
      status: story ? ('created' as const) : ('failed' as const),
      story_id: story?.story.id ?? null,
      errors,
    }))
    await writeOutcomes(tx, entry.id, outcomes)
    return rows.length
  })
}

const internalError = {
  column: null,
  field: null,
  code: 'internal_error',
  message: 'An internal error occurred for this row. Import it again.',
}

/** Notes a row as failed, or as kept in an undo. */
async function setAside(db: Database, entry: ImportEntry, portion: Portion): Promise<number> {
  const [from, to] = entry.state === 'importing' ? (['ready', 'failed'] as const) : (['created', 'kept'] as const)
  return transaction(db, async (tx) => {
    const rows = await lockRows(tx, entry, { ...portion, status: from })
    const outcomes = rows.map(({ row, story_id }) => ({ row, status: to, story_id, errors: [internalError] }))
    await writeOutcomes(tx, entry.id, outcomes)
    return rows.length
  })
}
