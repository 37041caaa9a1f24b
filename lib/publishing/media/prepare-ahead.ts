import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { mediaUrlsOf } from '@/lib/renditions/fit'
import { type Checked, checkRows, postOf } from './check-rows'
import { type CheckedRow, type Finding, findingOf, saveFinding } from './findings'

/** Files are first checked this long before they are due. */
const aheadHours = 24
const recheckMinutes = 60

const rowsMax = 200
/** Max run time. The next run continues. */
const runMs = 120_000
const fetchMs = 60_000

/**
 * Checks the files of stories due within a day against the rules of their networks and creates the renditions. Bad
 * files are reported while there is time to replace them.
 */
export async function prepareDueMedia(db: Database): Promise<Checked> {
  return checkRows(await findRows(db), { runMs }, async (row) => {
    const finding = await checkRow(db, row)
    await saveFinding(db, { ...row, story_id: row.story.id }, finding)
    return finding
  })
}

async function findRows(db: Database): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    select q.id, q.project_id, q.channel, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.status in ('approved', 'pending') and q.scheduled_at < now() + make_interval(hours => ${aheadHours})
      and q.scheduled_at > now() - interval '1 hour' and q.lease_until is null
      and (s.slides <> '[]' or s.channel_overrides <> '{}')
      and (q.media_checked_at is null or q.media_checked_at < s.updated_at
        or q.media_checked_at < now() - make_interval(mins => ${recheckMinutes}))
    order by q.scheduled_at limit ${rowsMax}`.execute(db)
  return rows
}

function checkRow(db: Database, row: CheckedRow): Promise<Finding | null> {
  const post = postOf(row)
  if (mediaUrlsOf(post).length === 0) return Promise.resolve(null)
  return findingOf(db, row, post, deadlineIn(fetchMs))
}
