import { sql } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { conflict, notFound } from '@/lib/errors'
import { nextPinStates, pinOf } from '@/lib/queue-items/pin-state'
import { queueColumns, serializeQueueItem } from '@/lib/queue-items/serializer'
import { lockStory } from '@/lib/stories/repository'
import { actorOf, record } from '@/lib/stories/timeline/history'
import type { markPin as contract } from './contract'
import { findStoryIds } from './repository'

/** Records that a user pinned the post in the app, or removed the pin. */
export async function markPin(context: Context, input: InputOf<typeof contract>): Promise<AnswerOf<typeof contract>> {
  const { id, state } = input
  const { projectId } = await accessOwned(context, 'queue_items', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const [found] = await findStoryIds(tx, projectId, [id])
    if (!found) throw notFound('queue item')
    const { story, rows } = await lockStory(tx, projectId, found.story_id)
    const row = rows.find((candidate) => candidate.id === id)
    const pin = row && pinOf(row)
    if (!row || !pin) throw conflict('This item has no pin: none was requested, or the post is not published yet.')
    if (pin.state !== state && !nextPinStates[pin.state].includes(state)) {
      throw conflict(`The pin is ${pin.state.replace('_', ' ')}, and cannot become ${state}.`)
    }
    const changed = await tx
      .updateTable('queue_items')
      .set({
        data_snapshot: sql<string>`jsonb_set(data_snapshot, '{pin,state}', to_jsonb(${state}::text))`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .returning(queueColumns)
      .executeTakeFirstOrThrow()
    if (pin.state !== state) {
      const kind = state === 'done' ? 'pinned' : 'unpinned'
      await record(tx, story, { kind, actor: actorOf(context.principal), channel: row.channel })
    }
    const item = serializeQueueItem({ ...changed, title: story.title, primary_caption: story.caption })
    return { ok: true, item }
  })
}
