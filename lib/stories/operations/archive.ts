import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { StoryChecks } from '../checks/story-checks'
import { contentOfRow } from '../content/content'
import { type ResolvedTracking, rowTracking } from '../content/tracking-values'
import type { archiveStory as contract } from '../contract'
import { lockStory, updateStory, writeRows } from '../repository'
import { changedResponse } from '../responses'
import { unchanged } from '../rows/row-plan'
import { actorOf, record } from '../timeline/history'
import { toJson } from './create'
import { trackingOf } from './schedule'
import { requireAllowed } from './state-checks'

/** Archives a story. Its tracking template is resolved now if it was not, so that old links stay readable. */
export async function archiveStory(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be archived')
    const before = held.story.utm_resolved as ResolvedTracking | null
    const resolved = await trackingOf(checks, held.story, before)
    const content = contentOfRow(held.story)
    const rows = before
      ? held.rows
      : await writeRows(
          tx,
          projectId,
          held.rows.map((row) => ({
            ...unchanged(row),
            utm: rowTracking(content, resolved, row.channel),
          })),
        )
    const story = await updateStory(tx, projectId, id, { status: 'archived', utm_resolved: toJson(resolved) })
    await record(tx, story, {
      kind: 'archived',
      actor: actorOf(context.principal),
      detail: { from: held.story.status },
    })
    return changedResponse(story, rows)
  })
}
