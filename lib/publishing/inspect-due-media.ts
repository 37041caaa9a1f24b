import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { addressesOf, fitMedia } from '@/lib/renditions/fit'
import { inspectMedia } from '@/lib/renditions/inspect'
import { knowledgeOf } from '@/lib/renditions/prepare'
import { type AheadRow, type Finding, findingIn, findingOf, note } from './media-findings'
import { resolvePost } from './resolve'
import { contentOf } from './work'

const rowsMax = 200
const inspectedAtOnce = 4
/** A run ends then, and the next one goes on. */
const runMs = 45_000
const rowMs = 30_000
/** A file with a problem is looked at again, as it may have been replaced. */
const againAfterMinutes = 60

/** `due_at` as text: a Date has no microseconds, so it would not be found again. */
type Row = AheadRow & { due_at: string }

/**
 * Looks at files of scheduled stories that could not be inspected within the request, however far ahead their time is,
 * so that a bad file is known within a minute.
 *
 * @returns how many rows were looked at, and how many have a problem
 */
export async function inspectDueMedia(db: Database): Promise<{ checked: number; problems: number }> {
  const rows = await findRows(db)
  const end = deadlineIn(runMs)
  const counts = { checked: 0, problems: 0 }
  const lane = async (): Promise<void> => {
    for (let row = rows.shift(); row !== undefined && !end.aborted; row = rows.shift()) {
      const finding = await inspectRow(db, row)
      counts.checked += 1
      if (finding?.kind === 'media_problem') counts.problems += 1
      await keepFinding(db, row, finding)
    }
  }
  await Promise.all(Array.from({ length: inspectedAtOnce }, lane))
  return counts
}

async function findRows(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, q.project_id, q.channel, q.media_due_at::text as due_at, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.media_due_at <= now() and q.status in ('approved', 'pending') and q.lease_until is null
    order by q.media_due_at limit ${rowsMax}`.execute(db)
  return rows
}

async function inspectRow(db: Database, { channel, project_id, story }: Row): Promise<Finding | null> {
  // Whether there is a link decides which files are shown; where it leads does not.
  const { post } = resolvePost(contentOf(story), channel, { link: story.destination_url, defaultBoardId: null })
  const urls = addressesOf(post)
  if (urls.length === 0) return null
  const signal = deadlineIn(rowMs)
  await inspectMedia(db, project_id, urls, signal)
  const fitted = fitMedia(post, await knowledgeOf(db, project_id, urls))
  const isKnown = fitted.files.every(({ facts, fault }) => facts !== null || fault !== null)
  return isKnown ? findingIn(channel, fitted) : findingOf(db, { channel, project_id }, post, signal)
}

/** An edit in between makes the row due again, so only what was due is done. */
async function keepFinding(db: Database, row: Row, finding: Finding | null): Promise<void> {
  const next = finding?.kind === 'media_problem' ? sql`now() + make_interval(mins => ${againAfterMinutes})` : sql`null`
  const due = sql`media_due_at = case when media_due_at = ${row.due_at}::timestamptz then ${next} else media_due_at end`
  await note(db, { ...row, story_id: row.story.id }, finding, due)
}
