import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { accessOwned } from '@/lib/projects/access'
import { announcePublished } from '@/lib/publishing/published-events'
import { movedAnswer } from './answers'
import type { cancelStory as cancelContract, deleteStory as deleteContract } from './contract'
import { requireAllowed } from './guards'
import { actorOf, record } from './history'
import { deleteStoryRow, lockStory, updateStory, writeRows } from './repository'
import { isWaiting, unchanged } from './row-plan'

/** What still waits will not go out; what is out, or failed, keeps its story. */
export async function cancelStory(
  context: Context,
  { id }: InputOf<typeof cancelContract>,
): Promise<AnswerOf<typeof cancelContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be cancelled')
    const waiting = held.rows.filter(isWaiting)
    const rejected = await writeRows(
      tx,
      projectId,
      waiting.map((row) => ({
        ...unchanged(row),
        status: 'rejected',
        next_attempt_at: null,
        skip_reason: 'cancelled',
        skip_category: 'other',
        is_begun_anew: true,
      })),
    )
    // Set and not derived: a story of which one channel is out is cancelled all the same.
    const story = await updateStory(tx, projectId, id, { status: 'cancelled' })
    const channels = waiting.map(({ channel }) => channel)
    await record(tx, story, { kind: 'cancelled', actor: actorOf(context.principal), detail: { channels } })
    await announcePublished(tx, [id])
    return movedAnswer(story, [...held.rows.filter((row) => !isWaiting(row)), ...rejected])
  })
}

export async function deleteStory(
  context: Context,
  { id }: InputOf<typeof deleteContract>,
): Promise<AnswerOf<typeof deleteContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    requireAllowed(await lockStory(tx, projectId, id), 'be deleted')
    await deleteStoryRow(tx, projectId, id)
    return { ok: true, story_id: id }
  })
}
