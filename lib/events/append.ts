import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import type { EventName } from './names'

type Member = string | number | boolean | null | readonly Member[] | { [key: string]: Member | undefined }

/**
 * Writes an event into the outbox. It takes a transaction and nothing else: an event and the change that caused it
 * commit together or not at all.
 *
 * @param data members beside `project_id`; the resource it speaks of stands whole under its name
 * @param storyId also puts the event on that story's timeline
 */
export async function appendEvent(
  tx: Transaction<DB>,
  { projectId, event, data, storyId }: { projectId: string; event: EventName; data: object; storyId?: string },
): Promise<void> {
  const id = newId()
  const payload = { project_id: projectId, ...data } as { [key: string]: Member }
  await tx
    .insertInto('events')
    .values({ id, project_id: projectId, event, data: JSON.stringify(payload) })
    .execute()
  if (!storyId) return
  await tx
    .insertInto('timeline_entries')
    .values({
      id: newId(),
      project_id: projectId,
      story_id: storyId,
      kind: 'event',
      detail: JSON.stringify({ event, event_id: id }),
    })
    .execute()
}
