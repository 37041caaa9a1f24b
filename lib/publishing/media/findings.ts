import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { channels } from '@/lib/channels/registry'
import { type Database, transaction } from '@/lib/db/pool'
import type { Stories } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { MediaError } from '@/lib/outbound/media'
import { cropped, type Fitted } from '@/lib/renditions/fit'
import { prepareMedia } from '@/lib/renditions/prepare'

/** A problem with the files of a row. `media_problem` prevents publishing, `media_warning` does not. */
export type Finding = { kind: 'media_problem' | 'media_warning'; message: string }

/** A row whose files are checked before it is due. */
export type CheckedRow = {
  id: string
  project_id: string
  channel: ChannelId
  story: Selectable<Stories>
}

/** Fetches the files of a row, creates its renditions and reports problems. */
export async function findingOf(
  db: Database,
  { channel, project_id }: Pick<CheckedRow, 'channel' | 'project_id'>,
  post: Parameters<typeof prepareMedia>[2],
  signal: AbortSignal,
): Promise<Finding | null> {
  try {
    return findingIn(channel, await prepareMedia(db, project_id, post, { signal }))
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    return { kind: 'media_problem', message: error.message }
  }
}

export function findingIn(channel: ChannelId, fitted: Fitted): Finding | null {
  const error = fitted.files.find((file) => file.error !== null)?.error
  if (error) return { kind: 'media_problem', message: error.message }
  const [issue] = fitted.issues
  if (!issue) return warningOf(fitted)
  return { kind: 'media_problem', message: `${channels[channel].name} does not accept this post: ${issue.message}` }
}

/** Cropping at the network, which does not prevent publishing. */
export function warningOf({ warnings }: Fitted): Finding | null {
  const messages = warnings.flatMap(({ code, message }) => (code === cropped ? [message] : []))
  return messages.length > 0 ? { kind: 'media_warning', message: messages.join(' ') } : null
}

const kinds = ['media_problem', 'media_warning'] as const

/** The finding stored in a row's `data_snapshot`. */
export function storedFinding(snapshot: Record<string, unknown>): Finding | null {
  const kind = kinds.find((name) => typeof snapshot[name] === 'string')
  return kind ? { kind, message: String(snapshot[kind]) } : null
}

type FindingRow = { id: string; project_id: string; story_id: string; channel: ChannelId }

/**
 * Stores a finding in its row, or clears it. A new finding is added to the timeline, which also triggers the
 * notification. The row is locked, so that two jobs do not add the same finding twice.
 *
 * @param also more columns to set
 */
export async function saveFinding(
  db: Database,
  row: FindingRow,
  finding: Finding | null,
  also = sql`media_checked_at = now()`,
): Promise<void> {
  const stored = finding ? { [finding.kind]: finding.message } : {}
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ data_snapshot: Record<string, unknown> }>`
      select data_snapshot from queue_items
      where id = ${row.id} and status in ('approved', 'pending') for update`.execute(tx)
    const [before] = rows
    if (!before) return
    await sql`
      update queue_items set data_snapshot = data_snapshot - ${[...kinds]}::text[] || ${JSON.stringify(stored)}::jsonb, ${also}
      where id = ${row.id}`.execute(tx)
    if (finding === null || finding.message === storedFinding(before.data_snapshot)?.message) return
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
