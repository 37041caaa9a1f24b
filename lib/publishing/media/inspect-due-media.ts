import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { fitMedia, mediaUrlsOf } from '@/lib/renditions/fit'
import { inspectMedia } from '@/lib/renditions/inspect'
import { knowledgeOf } from '@/lib/renditions/prepare'
import { type Checked, checkRows, postOf } from './check-rows'
import { type CheckedRow, type Finding, findingIn, findingOf, saveFinding } from './findings'

const rowsMax = 200
const concurrency = 4
/** Max run time. The next run continues. */
const runMs = 45_000
const rowMs = 30_000
/** Files with problems are checked again, because they may have been replaced. */
const recheckMinutes = 60

/** `due_at` is text because a Date has no microseconds and would not compare equal. */
type Row = CheckedRow & { due_at: string }

/**
 * Inspects files of scheduled stories that could not be inspected within the request, however far ahead they are due,
 * so that a bad file is reported within a minute.
 */
export async function inspectDueMedia(db: Database): Promise<Checked> {
  return checkRows(await findRows(db), { runMs, concurrency }, async (row) => {
    const finding = await inspectRow(db, row)
    await storeFinding(db, row, finding)
    return finding
  })
}

async function findRows(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, q.project_id, q.channel, q.media_due_at::text as due_at, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.media_due_at <= now() and q.status in ('approved', 'pending') and q.lease_until is null
    order by q.media_due_at limit ${rowsMax}`.execute(db)
  return rows
}

async function inspectRow(db: Database, row: Row): Promise<Finding | null> {
  const { channel, project_id } = row
  const post = postOf(row)
  const urls = mediaUrlsOf(post)
  if (urls.length === 0) return null
  const signal = deadlineIn(rowMs)
  await inspectMedia(db, project_id, urls, signal)
  const fitted = fitMedia(post, await knowledgeOf(db, project_id, urls))
  const isKnown = fitted.files.every(({ facts, error }) => facts !== null || error !== null)
  return isKnown ? findingIn(channel, fitted) : findingOf(db, { channel, project_id }, post, signal)
}

/** An edit in the meantime makes the row due again, so `media_due_at` is only cleared if unchanged. */
async function storeFinding(db: Database, row: Row, finding: Finding | null): Promise<void> {
  const next = finding?.kind === 'media_problem' ? sql`now() + make_interval(mins => ${recheckMinutes})` : sql`null`
  const due = sql`media_due_at = case when media_due_at = ${row.due_at}::timestamptz then ${next} else media_due_at end`
  await saveFinding(db, { ...row, story_id: row.story.id }, finding, due)
}
