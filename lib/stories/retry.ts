import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { transaction } from '@/lib/db/pool'
import { conflict, validationError } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { movedAnswer } from './answers'
import { repeatedChannels } from './content'
import type { retryStory as contract } from './contract'
import { Desk } from './desk'
import { requireAllowed } from './guards'
import { actorOf, announceIfScheduled, record } from './history'
import { type HeldRow, lockStory, type RowChange, updateStory, writeRows } from './repository'
import { blameless, isEditedSinceApproval, statusOf, unchanged, withoutEditMark, withoutOwnTime } from './row-plan'
import { publishDelayMs } from './schedule'

/**
 * Sends failed channels again: all of them, or those that the request names. What they finished before stays known to
 * the publisher: a thread that broke goes on where it broke, and none of its parts is posted twice.
 */
export async function retryStory(
  context: Context,
  { id, channels: chosen }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  const repeated = repeatedChannels(chosen ?? [])
  if (repeated.length > 0) throw validationError(repeated)
  return transaction(context.db, async (tx) => {
    const desk = await Desk.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be retried')
    const at = new Date(context.now.getTime() + publishDelayMs)
    const failed = failedRows(held.rows, chosen)
    const channels = failed.map(({ channel }) => channel as ChannelId)
    const warnings = await desk.checkConnections(channels, 'warn')
    const written = await writeRows(
      tx,
      projectId,
      failed.map((row) => sentAgain(row, at, desk.project.require_approval)),
    )
    const rows = [...held.rows.filter((row) => !failed.includes(row)), ...written]
    const story = await updateStory(tx, projectId, id, { status: statusOf(rows), scheduled_at: at })
    const detail = { scheduled_at: at.toISOString(), channels }
    await record(tx, story, { kind: 'retried', actor: actorOf(context.principal), detail })
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    return movedAnswer(story, rows, warnings)
  })
}

/** @throws conflict when nothing failed, or a chosen channel did not */
function failedRows(rows: readonly HeldRow[], chosen: readonly ChannelId[] | undefined): HeldRow[] {
  const failed = rows.filter(({ status }) => status === 'failed')
  if (failed.length === 0) throw conflict('No channel of this story failed, so there is nothing to retry.')
  if (!chosen) return failed
  const other = chosen.find((channel) => !failed.some((row) => row.channel === channel))
  if (other) throw conflict(`${other} did not fail, so it cannot be retried. Leave it out of channels.`)
  return failed.filter(({ channel }) => chosen.includes(channel as ChannelId))
}

/** Content that nobody has approved waits for review like any other. */
const sentAgain = (row: HeldRow, at: Date, requiresApproval: boolean): RowChange => ({
  ...unchanged(row),
  ...blameless,
  status: requiresApproval && isEditedSinceApproval(row) ? 'pending' : 'approved',
  scheduled_at: at,
  next_attempt_at: at,
  data_snapshot: withoutEditMark(withoutOwnTime(row.data_snapshot)),
})
