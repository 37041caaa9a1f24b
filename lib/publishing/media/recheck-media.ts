import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { fitMedia, mediaUrlsOf } from '@/lib/renditions/fit'
import { checkStillThere } from '@/lib/renditions/inspect'
import { knowledgeOf } from '@/lib/renditions/prepare'
import { type Checked, checkRows, postOf } from './check-rows'
import { type CheckedRow, type Finding, findingIn, saveFinding } from './findings'

/** Posts from a day to two weeks ahead. On the last day `prepare-media` fetches their files. */
const fromHours = 24
const toDays = 14
const recheckHours = 24

const rowsMax = 500
/** Max run time. The next run continues. */
const runMs = 120_000
const rowMs = 30_000

/**
 * Checks every day whether the files of scheduled posts can still be fetched. A file that is gone is reported on its
 * post while there is time to replace it.
 */
export async function recheckMedia(db: Database): Promise<Checked> {
  /** A file that many posts use is fetched once per run. */
  const checkedUrls = new Set<string>()
  return checkRows(await findRows(db), { runMs }, async (row) => {
    const finding = await recheckRow(db, row, checkedUrls)
    await saveFinding(db, { ...row, story_id: row.story.id }, finding)
    return finding
  })
}

async function findRows(db: Database): Promise<CheckedRow[]> {
  const { rows } = await sql<CheckedRow>`
    select q.id, q.project_id, q.channel, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.status in ('approved', 'pending') and q.lease_until is null
      and q.scheduled_at >= now() + make_interval(hours => ${fromHours})
      and q.scheduled_at < now() + make_interval(days => ${toDays})
      and (s.slides <> '[]' or s.channel_overrides <> '{}')
      and coalesce(q.media_checked_at, q.created_at) < now() - make_interval(hours => ${recheckHours})
    order by coalesce(q.media_checked_at, q.created_at) limit ${rowsMax}`.execute(db)
  return rows
}

async function recheckRow(db: Database, row: CheckedRow, checkedUrls: Set<string>): Promise<Finding | null> {
  const { channel, project_id } = row
  const post = postOf(row)
  const urls = mediaUrlsOf(post)
  if (urls.length === 0) return null
  const keyOf = (url: string): string => `${project_id} ${url}`
  const unchecked = urls.filter((url) => !checkedUrls.has(keyOf(url)))
  await checkStillThere(db, project_id, unchecked, deadlineIn(rowMs))
  for (const url of unchecked) checkedUrls.add(keyOf(url))
  return findingIn(channel, fitMedia(post, await knowledgeOf(db, project_id, urls)))
}
