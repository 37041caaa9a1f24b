import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { addressesOf } from '@/lib/renditions/fit'
import { type AheadRow, type Finding, findingOf, note } from './media-findings'
import { resolvePost } from './resolve'
import { contentOf } from './work'

/** So long before its time a story's files are looked at first, and so often again until then. */
const aheadHours = 24
const againAfterMinutes = 60

const rowsMax = 200
/** A run ends then, and the next one goes on: what takes longer is fetched meanwhile. */
const runMs = 120_000
const fetchMs = 60_000

/**
 * Holds the files of stories that are due within a day against the rules of their networks and makes the renditions,
 * so that a bad file is known while there is time to replace it, and a good one is ready.
 *
 * @returns how many rows were looked at, and how many have a problem
 */
export async function prepareDueMedia(db: Database): Promise<{ checked: number; problems: number }> {
  const rows = await findRows(db)
  const end = deadlineIn(runMs)
  let checked = 0
  let problems = 0
  for (const row of rows) {
    if (end.aborted) break
    const finding = await lookAt(db, row)
    checked += 1
    if (finding?.kind === 'media_problem') problems += 1
    await note(db, { ...row, story_id: row.story.id }, finding)
  }
  return { checked, problems }
}

async function findRows(db: Database): Promise<AheadRow[]> {
  const { rows } = await sql<AheadRow>`
    select q.id, q.project_id, q.channel, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.status in ('approved', 'pending') and q.scheduled_at < now() + make_interval(hours => ${aheadHours})
      and q.scheduled_at > now() - interval '1 hour' and q.lease_until is null
      and (s.slides <> '[]' or s.channel_overrides <> '{}')
      and (q.media_checked_at is null or q.media_checked_at < s.updated_at
        or q.media_checked_at < now() - make_interval(mins => ${againAfterMinutes}))
    order by q.scheduled_at limit ${rowsMax}`.execute(db)
  return rows
}

function lookAt(db: Database, { channel, project_id, story }: AheadRow): Promise<Finding | null> {
  // Whether there is a link decides which files are shown; where it leads does not.
  const { post } = resolvePost(contentOf(story), channel, { link: story.destination_url, defaultBoardId: null })
  if (addressesOf(post).length === 0) return Promise.resolve(null)
  return findingOf(db, { channel, project_id }, post, deadlineIn(fetchMs))
}
