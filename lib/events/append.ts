import { sql, type Transaction } from 'kysely'
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

/** Several events, in this order, in one statement. */
export async function appendEvents(tx: Transaction<DB>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ projectId, event, data, storyId, channel, facts }) => {
    const id = newId()
    return {
      id,
      project_id: projectId,
      event,
      data: { project_id: projectId, ...data },
      entry_id: storyId ? newId() : null,
      story_id: storyId ?? null,
      channel: channel ?? null,
      detail: { event, event_id: id, ...facts },
    }
  })
  // One JSON parameter, because a parameter per value costs more than the insert.
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, project_id uuid, event text,
        data jsonb, entry_id uuid, story_id uuid, channel text, detail jsonb)
    ), appended as (
      insert into events (id, project_id, event, data) select id, project_id, event, data from given
    )
    insert into timeline_entries (id, project_id, story_id, kind, channel, detail)
    select entry_id, project_id, story_id, 'event', channel, detail from given where entry_id is not null`.execute(tx)
}
