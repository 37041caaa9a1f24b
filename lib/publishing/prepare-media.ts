import type { ResolvedPost } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import { channels } from '@/lib/channels/registry'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { MediaFault } from '@/lib/outbound/media'
import { addressesOf, type Fitted } from '@/lib/renditions/fit'
import { prepareMedia } from '@/lib/renditions/prepare'
import { isBegun } from './begun'
import type { Lease } from './lease'
import { note, notedAt, warningOf } from './media-findings'
import type { Refusal } from './refusals'
import type { Work } from './work'

/** Ready to be sent, refused for good, or to be tried again as after any fault that may pass. */
export type Preparation = { post: ResolvedPost } | { refusal: Refusal } | { fault: ChannelFault }

/**
 * Looks at the files of a post before its network is called for the first time, and makes the renditions that it
 * needs. The row is held meanwhile; no transaction is open.
 */
export async function prepareForSending(
  db: Database,
  work: Work,
  lease: Lease,
  stop: AbortSignal,
): Promise<Preparation> {
  const { post, claim, progress } = work
  if (addressesOf(post).length === 0) return { post }
  // What the network has already is not looked at again: its address may be gone by now, and need not be there.
  const allowsOld = Object.keys(progress.done ?? {}).length > 0
  const holding = hold(lease, stop)
  try {
    const fitted = await prepareMedia(db, claim.project_id, post, { signal: holding.signal, allowsOld })
    const [issue] = fitted.issues
    // What is partly public is ended, whatever was learned of its files meanwhile.
    if (!issue || isBegun(progress)) return await ready(db, work, fitted)
    const { name } = channels[claim.channel]
    const reason = `${name} cannot take this post: ${issue.message}`
    return { refusal: { reason, category: 'render', code: issue.code } }
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    if (isBegun(progress)) return { post }
    const code = `media_${error.kind}`
    if (!error.isPassing) return { refusal: { reason: error.message, category: 'render', code } }
    const known = { outcome: 'not_sent', category: 'render', isRetryable: true, code, message: error.message } as const
    return { fault: new ChannelFault(known) }
  } finally {
    holding.end()
  }
}

/** What was wrong is wrong no longer; what is cut off at the network is said, if nobody could be told before. */
async function ready(db: Database, { item, story }: Work, fitted: Fitted): Promise<Preparation> {
  const [noted, warning] = [notedAt(item.data_snapshot as object), warningOf(fitted)]
  if (noted?.message !== warning?.message) {
    const { id, project_id, channel } = item
    await note(db, { id, project_id, channel, story_id: story.id }, warning)
  }
  return { post: fitted.post }
}

/** Renews the lease as long as files are fetched and made: a film takes longer than a lease. */
function hold(lease: Lease, stop: AbortSignal): { signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  const everyMs = (env().PUBLISH_LEASE_SECONDS * 1_000) / 3
  const timer = setInterval(() => void lease.renew().catch(() => lost.abort()), everyMs)
  return { signal: AbortSignal.any([stop, lost.signal]), end: () => clearInterval(timer) }
}
