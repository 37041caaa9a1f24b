import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { answerComment, type Recipient, sendMessage } from '@/lib/channels/inbox/inbox'
import { channelSettings } from '@/lib/channels/settings'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { AppError } from '@/lib/errors'
import { type ConnectedAccount, noteRejectedToken } from '../account'
import type { InboxPlatform } from '../kinds'
import type { MessageRow } from '../rows'
import { type Stored, storeDoubt, storeFailed, storeSent } from './outbound'

const callMs = 20_000

export type Target = { commentId: string } | { recipient: Recipient }

/**
 * Sends a stored reply, once. If the outcome is not known, the reply stays in flight and a job asks the network.
 *
 * @throws provider_error if the network refused it; the reply is kept as failed
 */
export async function sendOnce(
  db: Database,
  {
    platform,
    account,
    reply,
    target,
  }: { platform: InboxPlatform; account: ConnectedAccount; reply: MessageRow; target: Target },
): Promise<Stored | null> {
  const call = { signal: deadlineIn(callMs) }
  const text = reply.body
  try {
    const sent =
      'commentId' in target
        ? { ...(await answerComment(platform, account, { commentId: target.commentId, text }, call)), personId: null }
        : await sendMessage(platform, account, { recipient: target.recipient, text }, call)
    return await storeSent(db, reply, sent)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    if (error.outcome === 'unknown') {
      await storeDoubt(db, reply, channelSettings(platform).visibilityLagMs / 1_000)
      return null
    }
    try {
      return await refuse(db, reply, { code: error.code, message: finalMessage(error), cause: error })
    } finally {
      await noteRejectedToken(db, account, error)
    }
  }
}

/** @throws provider_error, with the reply that failed */
export async function refuse(
  db: Database,
  reply: MessageRow,
  { code, message, cause }: { code: string; message: string; cause?: unknown },
): Promise<never> {
  await storeFailed(db, reply, { code, message })
  const extra = { provider_code: code, message_id: reply.id }
  throw new AppError('provider_error', message, extra, { cause })
}
