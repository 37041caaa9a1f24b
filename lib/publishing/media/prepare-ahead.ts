import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { resolvePost } from '@/lib/posts/resolve'
import { mediaUrlsOf } from '@/lib/renditions/fit'
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
 *
 * @returns how many rows were checked, and how many have a problem
 */
export async function prepareDueMedia(db: Database): Promise<{ checked: number; problems: number }> {
  const rows = await findRows(db)
  const end = deadlineIn(runMs)
  let checked = 0
  let problems = 0
  for (const row of rows) {
    if (end.aborted) break
    const finding = await checkRow(db, row)
    checked += 1
    if (finding?.kind === 'media_problem') problems += 1
    await saveFinding(db, { ...row, story_id: row.story.id }, finding)
  }
  return { checked, problems }
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

function checkRow(db: Database, { channel, project_id, story }: CheckedRow): Promise<Finding | null> {
  // Which files are shown depends on whether there is a link, not on its target.
  const { post } = resolvePost(story, channel, { link: story.destination_url, defaultBoardId: null })
  if (mediaUrlsOf(post).length === 0) return Promise.resolve(null)
  return findingOf(db, { channel, project_id }, post, deadlineIn(fetchMs))
}
