import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { isWaiting } from '@/lib/queue-items/status'
import { announcePublished } from '@/lib/stories/published-events'
import type { cancelStory as cancelContract, deleteStory as deleteContract } from '../contract'
import { deleteStoryRow, lockStory, updateStory, writeRows } from '../repository'
import { changedResponse } from '../responses'
import { unchanged } from '../rows/row-plan'
import { actorOf, record } from '../timeline/history'
import { requireAllowed } from './state-checks'

/** Cancels what is not published yet. Published and failed channels stay as they are. */
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
        is_restarted: true,
      })),
    )
    // Set explicitly: a story with one published channel still becomes cancelled.
    const story = await updateStory(tx, projectId, id, { status: 'cancelled' })
    const channels = waiting.map(({ channel }) => channel)
    await record(tx, story, { kind: 'cancelled', actor: actorOf(context.principal), detail: { channels } })
    await announcePublished(tx, [id])
    return changedResponse(story, [...held.rows.filter((row) => !isWaiting(row)), ...rejected])
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
