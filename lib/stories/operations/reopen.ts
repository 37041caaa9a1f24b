import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { conflict } from '@/lib/errors'
import { lockStory, updateStory, writeRows } from '../repository'
import { changedResponse } from '../responses'
import { earliestTime, noSkipReason, unchanged, withOwnTimes } from '../rows/row-plan'
import { isRejectedInReview } from '../status'
import { actorOf, record } from '../timeline/history'
import type { reopenStory as contract } from '../undo-contract'
import { requireAllowed } from './state-checks'

/** Makes a rejected story a draft, so that it can be edited and sent for approval again. It keeps times in the future. */
export async function reopenStory(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be reopened')
    if (!isRejectedInReview(held.story.status, held.rows)) {
      throw conflict('This story was cancelled, not rejected in review. Duplicate it to post it.')
    }
    const changes = held.rows.map((row) => ({
      ...unchanged(row),
      ...noSkipReason,
      status: 'draft' as const,
      next_attempt_at: null,
      is_restarted: true,
    }))
    const first = earliestTime(changes)
    const at = first && first > context.now ? first : null
    const timed = at ? changes : changes.map((change) => ({ ...change, scheduled_at: null }))
    const rows = await writeRows(tx, projectId, withOwnTimes(timed, at))
    const story = await updateStory(tx, projectId, id, { status: 'draft', scheduled_at: at })
    await record(tx, story, { kind: 'reopened', actor: actorOf(context.principal) })
    return changedResponse(story, rows)
  })
}
