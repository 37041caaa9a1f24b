import type { Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { EventName } from './names'

export type NewEvent = {
  projectId: string
  event: EventName
  /** Members beside `project_id`: the whole resource under its name, and details. */
  data: object
  /** Also adds the event to the timeline of this story, with `channel` and `facts`. */
  storyId?: string
  channel?: ChannelId
  facts?: { skip_reason: string; category: string; code: string }
}

/** Writes an event to the outbox. Takes only a transaction, so that the event commits with the change that caused it. */
export const appendEvent = (tx: Transaction<DB>, event: NewEvent): Promise<void> => appendEvents(tx, [event])

/** Several events, in this order. */
export async function appendEvents(tx: Transaction<DB>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ projectId, event, data }) => ({
    id: newId(),
    project_id: projectId,
    event,
    data: JSON.stringify({ project_id: projectId, ...data }),
  }))
  const entries = events.flatMap(({ projectId, event, storyId, channel, facts }, index) =>
    storyId
      ? [
          {
            id: newId(),
            project_id: projectId,
            story_id: storyId,
            kind: 'event',
            channel: channel ?? null,
            detail: JSON.stringify({ event, event_id: rows[index]?.id, ...facts }),
          },
        ]
      : [],
  )
  if (entries.length === 0) await tx.insertInto('events').values(rows).execute()
  else
    await tx
      .with('appended', (db) => db.insertInto('events').values(rows))
      .insertInto('timeline_entries')
      .values(entries)
      .execute()
}
