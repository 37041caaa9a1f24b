import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { type Database, transaction } from '@/lib/db/pool'
import type { Stories } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { MediaFault } from '@/lib/outbound/media'
import { cropped, type Fitted } from '@/lib/renditions/fit'
import { prepareMedia } from '@/lib/renditions/prepare'

/** What a person should know of the files of a row: `media_problem` keeps it from going out, `media_warning` does not. */
export type Finding = { kind: 'media_problem' | 'media_warning'; message: string }

/** A row whose files are looked at ahead of its time. */
export type AheadRow = {
  id: string
  project_id: string
  channel: ChannelId
  story: Selectable<Stories>
}

/** Fetches the files of a row, makes its renditions and says what is wrong. */
export async function findingOf(
  db: Database,
  { channel, project_id }: Pick<AheadRow, 'channel' | 'project_id'>,
  post: Parameters<typeof prepareMedia>[2],
  signal: AbortSignal,
): Promise<Finding | null> {
  try {
    return findingIn(channel, await prepareMedia(db, project_id, post, { signal }))
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    return { kind: 'media_problem', message: error.message }
  }
}

export function findingIn(channel: ChannelId, fitted: Fitted): Finding | null {
  const fault = fitted.files.find((file) => file.fault !== null)?.fault
  if (fault) return { kind: 'media_problem', message: fault.message }
  const [issue] = fitted.issues
  if (!issue) return warningOf(fitted)
  return { kind: 'media_problem', message: `${channels[channel].name} cannot take this post: ${issue.message}` }
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

type Noted = { id: string; project_id: string; story_id: string; channel: string }

/**
 * Keeps a finding at its row until it is gone, and once on the timeline, from which the notification is made. Two jobs
 * may find the same at the same time: the row is locked, and the second finds it noted.
 *
 * @param also columns to set with it
 */
export async function note(
  db: Database,
  row: Noted,
  finding: Finding | null,
  also = sql`media_checked_at = now()`,
): Promise<void> {
  const kept = finding ? { [finding.kind]: finding.message } : {}
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ data_snapshot: object }>`
      select data_snapshot from queue_items
      where id = ${row.id} and status in ('approved', 'pending') for update`.execute(tx)
    const [before] = rows
    if (!before) return
    await sql`
      update queue_items set data_snapshot = data_snapshot - ${[...kinds]}::text[] || ${JSON.stringify(kept)}::jsonb, ${also}
      where id = ${row.id}`.execute(tx)
    if (finding === null || finding.message === notedAt(before.data_snapshot)?.message) return
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
