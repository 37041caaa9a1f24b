import { sql } from 'kysely'
import type { Doubt, FindResult } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { earlierSend, type Sending } from '@/lib/queue-items/progress'
import { openAccount } from '../attempt/open-account'
import { LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import { callDeadlineMs } from '../retry-delays'

/** A database clock further ahead of the network's than this hides posts: they seem to be older than the send. */
const clockSkewMaxMs = 30_000

/**
 * Looks for the post of a send in doubt at the network. If the network's clock is behind, repeats the search with a
 * corrected time.
 */
export async function findSentPost(
  db: Database,
  context: PublishContext,
  sending: Sending,
  knownIds: string[],
  stop: AbortSignal,
): Promise<FindResult | ChannelError> {
  if (!context.connection?.credentials) return { state: 'cannot_ask', reason: 'the account is no longer connected' }
  // After an earlier doubt, a duplicate refusal refers to the earlier send.
  const earlier = earlierSend(context.progress, sending.step, sending.text_hash)
  const sentAt = new Date((sending.is_duplicate_refused && earlier?.sent_at) || sending.sent_at)
  const doubt = {
    step: sending.step,
    sentAt,
    steps: context.progress.done ?? {},
    knownIds,
    duplicateOf: earlier ? (sending.duplicate_of ?? null) : null,
  }
  const networkTimes: Date[] = []
  const ask = (asked: Doubt) => findOrError(context, asked, stop, (date) => networkTimes.push(date))
  const found = await ask(doubt)
  const networkTime = networkTimes.at(-1)
  if (!networkTime || (!(found instanceof ChannelError) && found.state !== 'absent')) return found
  const aheadMs = (await databaseTime(db)).getTime() - networkTime.getTime()
  return aheadMs > clockSkewMaxMs ? ask({ ...doubt, sentAt: new Date(sentAt.getTime() - aheadMs) }) : found
}

async function findOrError(
  context: PublishContext,
  doubt: Doubt,
  stop: AbortSignal,
  onServerTime: (date: Date) => void,
): Promise<FindResult | ChannelError> {
  const signal = AbortSignal.any([stop, deadlineIn(callDeadlineMs())])
  try {
    return await channels[context.claim.channel].find(context.post, openAccount(context), doubt, {
      signal,
      onServerTime,
    })
  } catch (error) {
    if (error instanceof ChannelError) return error
    throw error
  }
}

export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  if (!rows[0]) throw new LeaseLost()
  return rows[0].now
}
