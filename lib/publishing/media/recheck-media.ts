import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { resolvePost } from '@/lib/posts/resolve'
import { fitMedia, mediaUrlsOf } from '@/lib/renditions/fit'
import { checkStillThere } from '@/lib/renditions/inspect'
import { knowledgeOf } from '@/lib/renditions/prepare'
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
 *
 * @returns how many rows were checked, and how many have a problem
 */
export async function recheckMedia(db: Database): Promise<{ checked: number; problems: number }> {
  const end = deadlineIn(runMs)
  const counts = { checked: 0, problems: 0 }
  /** A file that many posts use is fetched once per run. */
  const checkedUrls = new Set<string>()
  for (const row of await findRows(db)) {
    if (end.aborted) break
    const finding = await recheckRow(db, row, checkedUrls)
    counts.checked += 1
    if (finding?.kind === 'media_problem') counts.problems += 1
    await saveFinding(db, { ...row, story_id: row.story.id }, finding)
  }
  return counts
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
  const { channel, project_id, story } = row
  // Which files are shown depends on whether there is a link, not on its target.
  const { post } = resolvePost(story, channel, { link: story.destination_url, defaultBoardId: null })
  const urls = mediaUrlsOf(post)
  if (urls.length === 0) return null
  const keyOf = (url: string): string => `${project_id} ${url}`
  const unchecked = urls.filter((url) => !checkedUrls.has(keyOf(url)))
  await checkStillThere(db, project_id, unchecked, deadlineIn(rowMs))
  for (const url of unchecked) checkedUrls.add(keyOf(url))
  return findingIn(channel, fitMedia(post, await knowledgeOf(db, project_id, urls)))
}
