import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import { conflict, validationError } from '@/lib/errors'
import { StoryChecks } from '../checks/story-checks'
import { repeatedChannels } from '../content/content'
import type { retryStory as contract } from '../contract'
import { type HeldRow, lockStory, type RowChange, updateStory, writeRows } from '../repository'
import { changedResponse } from '../responses'
import {
  isEditedSinceApproval,
  noSkipReason,
  statusOf,
  unchanged,
  withoutEditMark,
  withoutOwnTime,
} from '../rows/row-plan'
import { actorOf, announceIfScheduled, record } from '../timeline/history'
import { publishDelayMs } from './schedule'
import { requireAllowed } from './state-checks'

/**
 * Retries failed channels: all of them, or those in the request. Finished steps are kept, so a broken thread continues where
 * it stopped and no part is posted twice.
 */
export async function retryStory(
  context: Context,
  { id, channels: chosen }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  const repeated = repeatedChannels(chosen ?? [])
  if (repeated.length > 0) throw validationError(repeated)
  return transaction(context.db, async (tx) => {
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'be retried')
    const at = new Date(context.now.getTime() + publishDelayMs)
    const failed = failedRows(held.rows, chosen)
    const channels = failed.map(({ channel }) => channel)
    const warnings = await checks.checkConnections(channels, 'warn')
    const written = await writeRows(
      tx,
      projectId,
      failed.map((row) => sentAgain(row, at, checks.project.require_approval)),
    )
    const rows = [...held.rows.filter((row) => !failed.includes(row)), ...written]
    const story = await updateStory(tx, projectId, id, { status: statusOf(rows), scheduled_at: at })
    const detail = { scheduled_at: at.toISOString(), channels }
    await record(tx, story, { kind: 'retried', actor: actorOf(context.principal), detail })
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    return changedResponse(story, rows, warnings)
  })
}

/**
 * @throws conflict when nothing failed, or a requested channel did not
 */
function failedRows(rows: readonly HeldRow[], chosen: readonly ChannelId[] | undefined): HeldRow[] {
  const failed = rows.filter(({ status }) => status === 'failed')
  if (failed.length === 0) throw conflict('No channel of this story failed, so there is nothing to retry.')
  if (!chosen) return failed
  const other = chosen.find((channel) => !failed.some((row) => row.channel === channel))
  if (other) throw conflict(`${other} did not fail, so it cannot be retried. Leave it out of channels.`)
  return failed.filter(({ channel }) => chosen.includes(channel))
}

/** Content that is not approved waits for review. `retry_at` tells a retry from a first try; another time ends it. */
const sentAgain = (row: HeldRow, at: Date, requiresApproval: boolean): RowChange => ({
  ...unchanged(row),
  ...noSkipReason,
  status: requiresApproval && isEditedSinceApproval(row) ? 'pending' : 'approved',
  scheduled_at: at,
  next_attempt_at: at,
  data_snapshot: { ...withoutEditMark(withoutOwnTime(row.data_snapshot)), retry_at: at.toISOString() },
})
