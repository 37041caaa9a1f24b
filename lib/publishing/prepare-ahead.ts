import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { type Database, transaction } from '@/lib/db/pool'
import type { Stories } from '@/lib/db/types.generated'
import { deadlineIn } from '@/lib/deadline'
import { newId } from '@/lib/ids'
import { MediaFault } from '@/lib/outbound/media'
import { addressesOf, cropped, type Fitted } from '@/lib/renditions/fit'
import { prepareMedia } from '@/lib/renditions/prepare'
import { resolvePost } from './resolve'
import { contentOf } from './work'

/** So long before its time a story's files are looked at first, and so often again until then. */
const aheadHours = 24
const againAfterMinutes = 60

const rowsMax = 200
/** A run ends then, and the next one goes on: what takes longer is fetched meanwhile. */
const runMs = 120_000
const fetchMs = 60_000

/** What a person should know of the files of a row: `media_problem` keeps it from going out, `media_warning` does not. */
export type Finding = { kind: 'media_problem' | 'media_warning'; message: string }

type Row = {
  id: string
  project_id: string
  channel: ChannelId
  noted: Finding | null
  story: Selectable<Stories>
}

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
    const finding = await findingOf(db, row)
    if (finding === undefined) continue
    checked += 1
    if (finding?.kind === 'media_problem') problems += 1
    await note(db, { ...row, story_id: row.story.id }, finding)
  }
  return { checked, problems }
}

async function findRows(db: Database): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'noted'> & { snapshot: object }>`
    select q.id, q.project_id, q.channel, q.data_snapshot as snapshot, to_jsonb(s) as story
    from queue_items q join stories s on s.id = q.story_id
    where q.status in ('approved', 'pending') and q.scheduled_at < now() + make_interval(hours => ${aheadHours})
      and q.scheduled_at > now() - interval '1 hour' and q.lease_until is null
      and (s.slides <> '[]' or s.channel_overrides <> '{}')
      and (q.media_checked_at is null or q.media_checked_at < s.updated_at
        or q.media_checked_at < now() - make_interval(mins => ${againAfterMinutes}))
    order by q.scheduled_at limit ${rowsMax}`.execute(db)
  return rows.map(({ snapshot, ...row }) => ({ ...row, noted: notedAt(snapshot) }))
}

/** Null: none. Undefined: it cannot be said now. */
async function findingOf(db: Database, { channel, project_id, story }: Row): Promise<Finding | null | undefined> {
  // Of the link only whether there is one counts here.
  const { post } = resolvePost(contentOf(story), channel, { link: story.destination_url, defaultBoardId: null })
  if (addressesOf(post).length === 0) return null
  try {
    const fitted = await prepareMedia(db, project_id, post, { signal: deadlineIn(fetchMs) })
    const [issue] = fitted.issues
    if (!issue) return warningOf(fitted)
    return { kind: 'media_problem', message: `${channels[channel].name} cannot take this post: ${issue.message}` }
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    return { kind: 'media_problem', message: error.message }
  }
}

/** What is cut off at the network without keeping the post back. */
export function warningOf({ warnings }: Fitted): Finding | null {
  const messages = warnings.flatMap(({ code, message }) => (code === cropped ? [message] : []))
  return messages.length > 0 ? { kind: 'media_warning', message: messages.join(' ') } : null
}

const kinds = ['media_problem', 'media_warning'] as const

/** What stands at a row already. */
export function notedAt(snapshot: object): Finding | null {
  const members = snapshot as Partial<Record<Finding['kind'], unknown>>
  const kind = kinds.find((name) => typeof members[name] === 'string')
  return kind ? { kind, message: String(members[kind]) } : null
}

type Noted = Pick<Row, 'id' | 'project_id' | 'channel' | 'noted'> & { story_id: string }

/** A finding stands at the row until it is gone, and once on the timeline. */
export async function note(db: Database, row: Noted, finding: Finding | null): Promise<void> {
  const kept = finding ? { [finding.kind]: finding.message } : {}
  await transaction(db, async (tx) => {
    await sql`
      update queue_items set media_checked_at = now(),
        data_snapshot = data_snapshot - ${[...kinds]}::text[] || ${JSON.stringify(kept)}::jsonb
      where id = ${row.id} and status in ('approved', 'pending')`.execute(tx)
    if (finding === null || finding.message === row.noted?.message) return
    await tx
      .insertInto('timeline_entries')
      .values({
        id: newId(),
        project_id: row.project_id,
        story_id: row.story_id,
        kind: finding.kind,
        channel: row.channel,
        detail: JSON.stringify({ message: finding.message }),
      })
      .execute()
  })
}
