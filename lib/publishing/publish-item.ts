import type { Published } from '@/lib/channels/channel'
import { ChannelError } from '@/lib/channels/channel-error'
import { channels } from '@/lib/channels/registry'
import { channelSettings } from '@/lib/channels/settings'
import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { isStarted } from '@/lib/queue-items/started'
import { Attempt, startAttempt } from './attempt/attempt-log'
import { ensureAccess, refreshAfter } from './attempt/connection-access'
import { LeasedRun } from './attempt/leased-run'
import { openAccount } from './attempt/open-account'
import { checkConnection, checkContent } from './attempt/preflight'
import type { Claim } from './claim/claim-due'
import { Lease, LeaseLost } from './claim/lease'
import { loadContext, type PublishContext } from './claim/publish-context'
import { knownPostIds } from './doubt/known-post-ids'
import { settleUnknown } from './doubt/outcome-unknown'
import { settleDoubt } from './doubt/settle-doubt'
import { prepareForSending } from './media/prepare-for-sending'
import { retryDelaySeconds } from './retry-delays'
import { settleCallError } from './settle/call-error'
import { settleFailed } from './settle/failed'
import { settlePosted } from './settle/posted'
import type { PublishResult } from './settle/publish-result'
import { postpone } from './settle/release-row'

/**
 * A row claimed more often than this without a result probably crashes its workers. Processing a video may take ten
 * leases, and a healthy row may lose several workers.
 */
const claimsMax = 20

/** State of one run of a row. */
type ItemRun = {
  db: Database
  claim: Claim
  stop: AbortSignal
  lease: Lease
  context: PublishContext
  /** The token was refreshed in this run. It is not checked again. */
  isAccessFresh: boolean
}

/**
 * The states of a run. Each returns the next state or the result. Each commits its findings, so that another worker
 * can continue after a crash.
 */
const states = {
  /** Reads the row again after its connection or its progress changed. */
  reload: async (run: ItemRun): Promise<Next> => {
    run.context = await loadContext(run.db, run.claim)
    return 'check_claim'
  },

  check_claim: async ({ db, context }: ItemRun): Promise<Next> => {
    if (context.item.claims > claimsMax) return failAfterCrashes(db, context)
    // Paused since it was claimed. A row with nothing public waits.
    if (context.isPaused && !isStarted(context.progress)) return postpone(db, context, 0)
    return 'check_access'
  },

  check_access: async (run: ItemRun): Promise<Next> => {
    const { db, context } = run
    const access = run.isAccessFresh ? { state: 'ready' as const } : await ensureAccess(db, context)
    switch (access.state) {
      case 'changed':
        run.isAccessFresh = true
        return 'reload'
      case 'busy':
        return postpone(db, context, access.seconds)
      case 'expired':
        return afterExpiredAccess(db, context, access.error)
      case 'ready':
        return context.progress.sending ? 'settle_doubt' : isOnRecord(context) ? 'send' : 'prepare'
    }
  },

  settle_doubt: async ({ db, context, lease, stop }: ItemRun): Promise<Next> => {
    const result = await settleDoubt(db, context, lease, stop)
    return result === 'continue' ? 'reload' : result
  },

  prepare: async (run: ItemRun): Promise<Next> => {
    const { db, lease, stop } = run
    const rejection = checkConnection(run.context)
    if (rejection) return settleFailed(db, run.context, { ...rejection, wasAttempted: false })
    const prepared = await prepareForSending(db, run.context, lease, stop)
    if ('error' in prepared) {
      return settleCallError(db, run.context, prepared.error, await startAttempt(db, run.context))
    }
    if ('post' in prepared) run.context = { ...run.context, post: prepared.post }
    const refused = 'rejection' in prepared ? prepared.rejection : checkContent(run.context)
    return refused ? settleFailed(db, run.context, { ...refused, wasAttempted: false }) : 'send'
  },

  send: async ({ db, context, lease, stop }: ItemRun): Promise<Next> => {
    const attempt = new Attempt(db, context)
    const knownIds = () => knownPostIds(db, context)
    const run = new LeasedRun(lease, context.post, attempt, context.progress, stop, knownIds)
    let published: Published
    try {
      published = await callNetwork(context, run)
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      await run.saveUnsaved()
      return settleCallError(db, context, await refreshAfter(db, context, error), await attempt.start())
    }
    const results = await run.takePublicResults()
    return settlePosted(db, context, published, await attempt.start(), results)
  },
}

type State = 'reload' | 'check_claim' | 'check_access' | 'settle_doubt' | 'prepare' | 'send'
type Next = State | PublishResult

const isState = (next: Next): next is State => next in states

/**
 * Publishes one claimed row until it is posted, failed, or has to wait. If interrupted, another worker continues from
 * the progress stored in the row.
 */
export async function publishItem(db: Database, claim: Claim, stop: AbortSignal): Promise<PublishResult> {
  try {
    const context = await loadContext(db, claim)
    const run: ItemRun = { db, claim, stop, lease: new Lease(db, claim), context, isAccessFresh: false }
    let next: Next = 'check_claim'
    while (isState(next)) next = await states[next](run)
    return next
  } catch (error) {
    // The row itself may be fine. Another worker continues when its lease ends.
    const members = { queue_item_id: claim.id, fence: claim.fence, cause: error }
    if (error instanceof LeaseLost) log.info('publish.lease_lost', members)
    else log[isOutage(error) ? 'warn' : 'error']('publish.interrupted', members)
    return 'lost'
  }
}

/** A send in doubt is settled later. For other rows the failed attempt is logged. */
async function afterExpiredAccess(db: Database, context: PublishContext, error: ChannelError): Promise<PublishResult> {
  if (!context.progress.sending) return settleCallError(db, context, error, await startAttempt(db, context))
  const tries = { attempts: context.item.attempt_count, ofError: 0 }
  return postpone(db, context, retryDelaySeconds(error, tries, systemClock()))
}

function failAfterCrashes(db: Database, context: PublishContext): Promise<PublishResult> {
  const reason = `This post was started ${claimsMax} times without a result, so it was stopped`
  if (context.progress.sending) return settleUnknown(db, context, reason)
  return settleFailed(db, context, { reason: `${reason}.`, category: 'other', code: 'set_aside', wasAttempted: true })
}

/** The post is public already; only settling it was interrupted. */
function publishedOnRecord({ progress, claim }: PublishContext): Published | null {
  const sent = progress.done?.publish as { id?: string; url?: string } | undefined
  return sent?.id ? { externalId: sent.id, url: sent.url || channelSettings(claim.channel).webUrl } : null
}

const isOnRecord = (context: PublishContext): boolean => publishedOnRecord(context) !== null

/** Publishes or finishes the post. If the account cannot be called any more, the recorded post is enough. */
async function callNetwork(context: PublishContext, run: LeasedRun): Promise<Published> {
  const published = publishedOnRecord(context)
  if (published && !context.connection?.credentials) return published
  try {
    return await channels[context.claim.channel].publish(context.post, openAccount(context), run)
  } catch (error) {
    const isDisconnected = error instanceof ChannelError && error.category === 'connection' && !error.isRetryable
    if (published && isDisconnected) return published
    throw error
  }
}
