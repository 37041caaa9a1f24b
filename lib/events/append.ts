import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { EventName } from './names'

export type NewEvent = {
  projectId: string
  event: EventName
  /** Members beside `project_id`; the resource it speaks of stands whole under its name. */
  data: object
  /** Also puts the event on that story's timeline, with the channel and the facts that people want to read there. */
  storyId?: string
  channel?: string
  facts?: { skip_reason: string; category: string; code: string }
}

/**
 * Writes an event into the outbox. It takes a transaction and nothing else: an event and the change that caused it
 * commit together or not at all.
 */
export const appendEvent = (tx: Transaction<DB>, event: NewEvent): Promise<void> => appendEvents(tx, [event])

/** Several events in the order given. */
export async function appendEvents(tx: Transaction<DB>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ projectId, event, data }) => ({
    id: newId(),
    project_id: projectId,
    event,
    data: JSON.stringify({ project_id: projectId, ...data }),
  }))
  await tx.insertInto('events').values(rows).execute()
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
  if (entries.length > 0) await tx.insertInto('timeline_entries').values(entries).execute()
}
