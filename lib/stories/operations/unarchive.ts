import { sql, type Transaction } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type Held, lockStory, updateStory } from '../repository'
import { changedResponse } from '../responses'
import { statusOf } from '../rows/row-plan'
import { type StoryStatus, storyStatuses } from '../status'
import { actorOf, record } from '../timeline/history'
import type { unarchiveStory as contract } from '../undo-contract'
import { requireAllowed } from './state-checks'

/** Gives an archived story the status that it had before. */
export async function unarchiveStory(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be unarchived')
    const story = await updateStory(tx, projectId, id, { status: await statusBefore(tx, held) })
    await record(tx, story, { kind: 'unarchived', actor: actorOf(context.principal) })
    return changedResponse(story, held.rows)
  })
}

/** Rows do not tell whether a story was cancelled. */
async function statusBefore(tx: Transaction<DB>, { story, rows }: Held): Promise<StoryStatus> {
  const { rows: entries } = await sql<{ status: string | null }>`
    select detail ->> 'from' as status from timeline_entries
    where story_id = ${story.id} and project_id = ${story.project_id} and kind = 'archived'
    order by id desc limit 1`.execute(tx)
  return storyStatuses.find((status) => status === entries[0]?.status) ?? statusOf(rows)
}
