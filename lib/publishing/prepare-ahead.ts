import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { type Database, transaction } from '@/lib/db/pool'
import type { Stories } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { addressesOf } from '@/lib/media/fit'
import { prepareMedia } from '@/lib/media/prepare'
import { MediaFault } from '@/lib/outbound/media'
import { resolvePost } from './resolve'
import { contentOf } from './work'

/** So long before its time a story's files are looked at first, and so often again until then. */
const aheadHours = 24
const againAfterMinutes = 60

const rowsMax = 200
/** A run ends then, and the next one goes on: what takes longer is fetched meanwhile. */
const runMs = 120_000
const fetchMs = 60_000

type Row = { id: string; project_id: string; channel: ChannelId; problem: string | null; story: Selectable<Stories> }

/**
 * Holds the files of stories that are due within a day against the rules of their networks and makes the renditions,
 * so that a bad file is known while there is time to replace it, and a good one is ready.
 *
 * @returns how many rows were looked at, and how many have a problem
 */
export async function prepareDueMedia(db: Database): Promise<{ checked: number; problems: number }> {
  const rows = await findRows(db)
  const end = AbortSignal.timeout(runMs)
  let checked = 0
  let problems = 0
  for (const row of rows) {
    if (end.aborted) break
    const problem = await problemOf(db, row)
    if (problem === undefined) continue
    checked += 1
    if (problem !== null) problems += 1
    await note(db, row, problem)
  }
  return { checked, problems }
}

async function findRows(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select q.id, q.project_id, q.channel, q.data_snapshot ->> 'media_problem' as problem, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.status in ('approved', 'pending') and q.scheduled_at < now() + make_interval(hours => ${aheadHours})
      and q.scheduled_at > now() - interval '1 hour' and q.lease_until is null
      and (s.slides <> '[]' or s.channel_overrides <> '{}')
      and (q.media_checked_at is null or q.media_checked_at < s.updated_at
        or q.media_checked_at < now() - make_interval(mins => ${againAfterMinutes}))
    order by q.scheduled_at limit ${rowsMax}`.execute(db)
  return rows
}

/** Null: none. Undefined: it cannot be said now. */
async function problemOf(db: Database, { channel, project_id, story }: Row): Promise<string | null | undefined> {
  const { post } = resolvePost(contentOf(story), channel, { link: null, defaultBoardId: null })
  if (addressesOf(post).length === 0) return null
  try {
    const { issues } = await prepareMedia(db, project_id, post, { signal: AbortSignal.timeout(fetchMs) })
    const [issue] = issues
    return issue ? `${channels[channel].name} cannot take this post: ${issue.message}` : null
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    return error.message
  }
}

/** The problem stands at the row until it is gone, and once on the timeline. */
async function note(db: Database, row: Row, problem: string | null): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`
      update queue_items set media_checked_at = now(), data_snapshot = case
        when ${problem}::text is null then data_snapshot - 'media_problem'
        else data_snapshot || jsonb_build_object('media_problem', ${problem}::text) end
      where id = ${row.id} and status in ('approved', 'pending')`.execute(tx)
    if (problem === null || problem === row.problem) return
    await tx
      .insertInto('timeline_entries')
      .values({
        id: newId(),
        project_id: row.project_id,
        story_id: row.story.id,
        kind: 'media_problem',
        channel: row.channel,
        detail: JSON.stringify({ message: problem }),
      })
      .execute()
  })
}

/** What was wrong with the files of a row that is being sent is wrong no longer. */
export async function forgetProblem(db: Database, itemId: string): Promise<void> {
  await sql`update queue_items set data_snapshot = data_snapshot - 'media_problem' where id = ${itemId}`.execute(db)
}
