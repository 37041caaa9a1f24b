import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { transaction } from '@/lib/db/pool'
import { conflict } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { movedAnswer } from './answers'
import type { retryStory as contract } from './contract'
import { Desk } from './desk'
import { requireAllowed } from './guards'
import { actorOf, announceScheduled, record } from './history'
import { lockStory, updateStory, writeRows } from './repository'
import { blameless, statusOf, unchanged, withoutOwnTime } from './row-plan'
import { publishDelayMs } from './schedule'

/**
 * Sends the failed channels again. What they finished before stays known to the publisher: a thread that broke goes on
 * where it broke, and none of its parts is posted twice.
 */
export async function retryStory(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be retried')
    const at = new Date(context.now.getTime() + publishDelayMs)
    const failed = held.rows.filter(({ status }) => status === 'failed')
    if (failed.length === 0) throw conflict('No channel of this story failed, so there is nothing to try again.')
    const channels = failed.map(({ channel }) => channel as ChannelId)
    const warnings = await desk.checkConnections(channels, 'warn')
    const approved = await writeRows(
      tx,
      projectId,
      failed.map((row) => ({
        ...unchanged(row),
        ...blameless,
        status: 'approved',
        scheduled_at: at,
        next_attempt_at: at,
        data_snapshot: withoutOwnTime(row.data_snapshot),
      })),
    )
    const rows = [...held.rows.filter(({ status }) => status !== 'failed'), ...approved]
    const story = await updateStory(tx, projectId, id, { status: statusOf(rows), scheduled_at: at })
    const detail = { scheduled_at: at.toISOString(), channels }
    await record(tx, story, { kind: 'retried', actor: actorOf(context.principal), detail })
    await announceScheduled(tx, story, context.now)
    return movedAnswer(story, rows, warnings)
  })
}
