import { z } from 'zod'
import type { ChannelComments, Doubt, FindResult, NewComment } from '@/lib/channels/channel'
import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { channelSettings } from '@/lib/channels/settings'
import { systemClock } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { type AccessContext, refreshRefusedAccess } from '../attempt/connection-access'
import { openAccount } from '../attempt/open-account'
import { callDeadlineMs, retryDelaySeconds } from '../retry-delays'
import type { ClaimedComment } from './claim'
import { type CommentResult, clearIntent, countLook, postpone, settleFailed, settleUnknown } from './settle'

/** If this many looks do not find a comment, it was not written. */
const looksNeeded = 2
/** A lost send is repeated so often. */
const resendsMax = 1
/** A database clock further ahead of the network's than this hides comments: they seem older than the send. */
const clockSkewMaxMs = 30_000

const WithId = z.object({ id: z.string() })

/** The id of a comment that is on record as written, or null. */
export const idOnRecord = ({ done }: ClaimedComment): string | null => WithId.safeParse(done.comment).data?.id ?? null

export type Sender = { access: AccessContext; network: ChannelComments; stop: AbortSignal }

/** Seconds from a call until the network can be asked about it. An earlier look could miss the comment. */
export const settleSeconds = ({ channel }: Pick<ClaimedComment, 'channel'>): number =>
  (callDeadlineMs() + channelSettings(channel).visibilityLagMs) / 1_000

export const newCommentOf = ({ parent_id, body, post_url }: ClaimedComment): NewComment => ({
  parentId: parent_id,
  text: body,
  postUrl: post_url,
})

/**
 * Asks the network about a comment whose call had no clear result.
 *
 * @returns the result, or the id of the comment if the network has it
 */
export async function settleDoubt(
  db: Database,
  comment: ClaimedComment,
  sender: Sender,
): Promise<CommentResult | { id: string }> {
  const left = settleSeconds(comment) - (comment.sent_seconds_ago ?? 0)
  if (left > 0) return postpone(db, comment, left)
  const found = await lookUp(comment, sender)
  if (found instanceof ChannelError) return afterFailedLook(db, comment, sender, found)
  if (found.state === 'found') return WithId.parse(found.result)
  if (found.state === 'cannot_ask') return settleUnknown(db, comment, found.reason.replace(/\.$/, ''))
  if (comment.looks + 1 < looksNeeded)
    return countLook(db, comment, Math.max(0.5, channelSettings(comment.channel).visibilityLagMs / 4_000))
  if (found.isResembled) return settleUnknown(db, comment, 'another comment from that time has nearly the same text')
  if (comment.is_duplicate_refused)
    return settleUnknown(
      db,
      comment,
      'it refused a second send as a duplicate, so the first one was probably published',
    )
  if (comment.lost_sends < resendsMax) return clearIntent(db, comment)
  const { name } = channels[comment.channel]
  const message = `${name} did not respond twice and does not have this comment. Retry to send it again.`
  return settleFailed(db, comment, { code: 'not_sent', message })
}

/** If the network's clock is behind, the search is repeated with a corrected time. */
async function lookUp(comment: ClaimedComment, { access, network, stop }: Sender): Promise<FindResult | ChannelError> {
  const networkTimes: Date[] = []
  const ask = async (sentAt: Date): Promise<FindResult | ChannelError> => {
    const signal = AbortSignal.any([stop, deadlineIn(callDeadlineMs())])
    const doubt: Doubt = { step: 'comment', sentAt, steps: comment.done }
    const call = { signal, onServerTime: (date: Date) => void networkTimes.push(date) }
    try {
      return await network.find(newCommentOf(comment), openAccount(access), doubt, call)
    } catch (error) {
      if (error instanceof ChannelError) return error
      throw error
    }
  }
  const sentAt = comment.first_sent_at ?? systemClock()
  const found = await ask(sentAt)
  const networkTime = networkTimes.at(-1)
  if (!networkTime || found instanceof ChannelError || found.state !== 'absent') return found
  const aheadMs = systemClock().getTime() - networkTime.getTime()
  return aheadMs > clockSkewMaxMs ? ask(new Date(sentAt.getTime() - aheadMs)) : found
}

/** Looks again later, until the comment is too late. */
async function afterFailedLook(
  db: Database,
  comment: ClaimedComment,
  { access }: Sender,
  error: ChannelError,
): Promise<CommentResult> {
  const isLate = comment.seconds_left <= 0
  const refreshed = error.isAuthDead && !isLate ? await refreshRefusedAccess(db, access, error) : null
  if (refreshed !== null) return postpone(db, comment, refreshed)
  if (isLate || !error.isRetryable) return settleUnknown(db, comment, finalMessage(error).replace(/\.$/, ''))
  const delay = retryDelaySeconds(error, { attempts: 1, ofError: 0 }, systemClock())
  return postpone(db, comment, Math.max(5, error.retryAt ? 0 : (comment.sent_seconds_ago ?? 0) / 4, delay))
}
