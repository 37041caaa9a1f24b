import type { ResolvedPost } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { MediaError } from '@/lib/outbound/media'
import { isStarted } from '@/lib/queue-items/started'
import { type Fitted, mediaUrlsOf } from '@/lib/renditions/fit'
import { prepareMedia } from '@/lib/renditions/prepare'
import type { Rejection } from '../attempt/preflight'
import type { Lease } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import { saveFinding, storedFinding, warningOf } from './findings'

/** The post with its files, a final rejection, or a temporary error to retry. */
export type Preparation = { post: ResolvedPost } | { rejection: Rejection } | { error: ChannelError }

/**
 * Checks the files of a post before the first call to its network, and creates the renditions it needs. The lease is
 * renewed meanwhile; no transaction is open.
 */
export async function prepareForSending(
  db: Database,
  context: PublishContext,
  lease: Lease,
  stop: AbortSignal,
): Promise<Preparation> {
  const { post, claim, progress } = context
  if (mediaUrlsOf(post).length === 0) return { post }
  // Files that the network already has are not fetched again: their URL may no longer work.
  const allowsStale = Object.keys(progress.done ?? {}).length > 0
  const renewal = keepRenewing(lease, stop)
  try {
    const fitted = await prepareMedia(db, claim.project_id, post, { signal: renewal.signal, allowsStale })
    const [issue] = fitted.issues
    // A partly public post is finished even if its files have problems now.
    if (!issue || isStarted(progress)) return await ready(db, context, fitted)
    const { name } = channels[claim.channel]
    const reason = `${name} does not accept this post: ${issue.message}`
    return { rejection: { reason, category: 'render', code: issue.code } }
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    if (isStarted(progress)) return { post }
    const code = `media_${error.kind}`
    if (!error.isPassing) return { rejection: { reason: error.message, category: 'render', code } }
    const known = { outcome: 'not_sent', category: 'render', isRetryable: true, code, message: error.message } as const
    return { error: new ChannelError(known) }
  } finally {
    renewal.end()
  }
}

/** Clears an old problem, and stores a new warning about cropping. */
async function ready(db: Database, { item, story }: PublishContext, fitted: Fitted): Promise<Preparation> {
  const [stored, warning] = [storedFinding(item.data_snapshot), warningOf(fitted)]
  if (stored?.message !== warning?.message) {
    const { id, project_id, channel } = item
    await saveFinding(db, { id, project_id, channel, story_id: story.id }, warning)
  }
  return { post: fitted.post }
}

/** Renews the lease while files are fetched and converted: a video takes longer than a lease. */
function keepRenewing(lease: Lease, stop: AbortSignal): { signal: AbortSignal; end(): void } {
  const lost = new AbortController()
  const everyMs = (env().PUBLISH_LEASE_SECONDS * 1_000) / 3
  const timer = setInterval(() => void lease.renew().catch(() => lost.abort()), everyMs)
  return { signal: AbortSignal.any([stop, lost.signal]), end: () => clearInterval(timer) }
}
