import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { transaction } from '@/lib/db/pool'
import { accessOwned } from '@/lib/projects/access'
import { movedAnswer } from './answers'
import { contentOfRow } from './content'
import type { archiveStory as contract } from './contract'
import { toJson } from './create'
import { Desk } from './desk'
import { requireAllowed } from './guards'
import { actorOf, record } from './history'
import { lockStory, updateStory, writeRows } from './repository'
import { unchanged } from './row-plan'
import { trackingOf } from './schedule'
import { type ResolvedTracking, rowTracking } from './tracking-values'

/** Puts a story away. Its tracking template is resolved at the latest here, so that old links can still be read. */
export async function archiveStory(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:write')
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be archived')
    const before = held.story.utm_resolved as ResolvedTracking | null
    const resolved = await trackingOf(desk, held.story, before)
    const content = contentOfRow(held.story)
    const rows = before
      ? held.rows
      : await writeRows(
          tx,
          projectId,
          held.rows.map((row) => ({
            ...unchanged(row),
            utm: rowTracking(content, resolved, row.channel as ChannelId),
          })),
        )
    const story = await updateStory(tx, projectId, id, { status: 'archived', utm_resolved: toJson(resolved) })
    await record(tx, story, {
      kind: 'archived',
      actor: actorOf(context.principal),
      detail: { from: held.story.status },
    })
    return movedAnswer(story, rows)
  })
}
