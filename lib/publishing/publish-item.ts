import type { Published } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import { channels } from '@/lib/channels/registry'
import { channelSettings } from '@/lib/channels/settings'
import { systemClock } from '@/lib/clock'
import { openCredentials } from '@/lib/connections/seal'
import { isOutage } from '@/lib/db/outage'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { type Access, afterAccess, readyAccess } from './access'
import { beginAttempt } from './attempts'
import { isBegun } from './begun'
import type { Claim } from './claim'
import { retryDelaySeconds } from './delays'
import { settleDoubt, unknown } from './doubt'
import { knownIds } from './known-ids'
import { Lease, LeaseLost } from './lease'
import { prepareForSending } from './prepare-media'
import { refusalBeforeAttempt, refusalOfContent } from './refusals'
import { LeasedRun } from './run'
import { settleFailed, settleFault, settlePosted, waitFor } from './settle'
import { loadWork, type Work } from './work'

/**
 * More claims than this without an end means that the row itself brings workers down. A film in processing outlives
 * its lease up to ten times, and a healthy row may be under way at several deaths of its workers.
 */
const claimsMax = 20

const renewed: Access = { state: 'ready' }

export type PublishResult = 'posted' | 'failed' | 'waiting' | 'lost'

/**
 * Takes one claimed row as far as it goes now: posted, failed, or waiting for a later time. Whatever happens in
 * between, a later worker finds in the row how far it came.
 */
export async function publishItem(db: Database, claim: Claim, stop: AbortSignal): Promise<PublishResult> {
  try {
    return await publish(db, claim, stop)
  } catch (error) {
    // The row is taken over when its lease ends; nothing is known to be wrong with it.
    const wasLost = error instanceof LeaseLost
    const members = { queue_item_id: claim.id, fence: claim.fence, cause: error }
    if (wasLost) log.info('publish.lease_lost', members)
    else log[isOutage(error) ? 'warn' : 'error']('publish.interrupted', members)
    return 'lost'
  }
}

async function publish(db: Database, claim: Claim, stop: AbortSignal, isAnew = false): Promise<PublishResult> {
  const work = await loadWork(db, claim)
  const lease = new Lease(db, claim)
  if (work.item.claims > claimsMax) return setAside(db, work)
  // Paused since it was claimed, or since its doubt began: what nobody has seen of it waits like all the others.
  if (work.isPaused && !isBegun(work.progress)) return waitFor(db, work, 0)
  const access = isAnew ? renewed : await readyAccess(db, work)
  if (access.state === 'changed') return publish(db, claim, stop, true)
  if (access.state === 'busy') return waitFor(db, work, access.seconds)
  if (access.state === 'over') return afterEnd(db, work, access.fault)
  if (work.progress.sending) {
    const decided = await settleDoubt(db, work, lease, stop)
    if (decided !== 'go_on') return decided
    // What the doubt became is committed; begin again from what is known now.
    return publish(db, claim, stop, isAnew)
  }
  if (onRecord(work)) return attempt(db, work, lease, stop)
  const refusal = refusalBeforeAttempt(work)
  if (refusal) return settleFailed(db, work, { ...refusal, wasAttempted: false })
  const prepared = await prepareForSending(db, work, lease, stop)
  if ('fault' in prepared) return settleFault(db, work, prepared.fault, await beginAttempt(db, work))
  const ready = 'post' in prepared ? { ...work, post: prepared.post } : work
  const unfit = 'refusal' in prepared ? prepared.refusal : refusalOfContent(ready)
  if (unfit) return settleFailed(db, work, { ...unfit, wasAttempted: false })
  return attempt(db, ready, lease, stop)
}

/** A send in doubt waits to be asked about; of any other row the attempt that could not begin is on record. */
async function afterEnd(db: Database, work: Work, fault: ChannelFault): Promise<PublishResult> {
  if (!work.progress.sending) return settleFault(db, work, fault, await beginAttempt(db, work))
  return waitFor(db, work, retryDelaySeconds(fault, { attempts: work.item.attempt_count, ofFault: 0 }, systemClock()))
}

function setAside(db: Database, work: Work): Promise<PublishResult> {
  const reason = `This post was begun ${claimsMax} times without an end and was set aside.`
  if (work.progress.sending) return unknown(db, work, reason)
  return settleFailed(db, work, { reason, category: 'other', code: 'set_aside', wasAttempted: true })
}

/** The post is out and only the bookkeeping of it was cut off. Without its account, what is on record has to do. */
function onRecord({ progress, claim }: Work): Published | null {
  const sent = progress.done?.publish as { id?: string; url?: string } | undefined
  return sent?.id ? { externalId: sent.id, url: sent.url || channelSettings(claim.channel).webUrl } : null
}

async function attempt(db: Database, work: Work, lease: Lease, stop: AbortSignal): Promise<PublishResult> {
  const attemptId = await beginAttempt(db, work)
  const run = new LeasedRun(lease, work.post, attemptId, work.progress, stop, () => knownIds(db, work))
  try {
    return await settlePosted(db, work, await post(work, run), attemptId)
  } catch (error) {
    if (error instanceof ChannelFault) return settleFault(db, work, await afterAccess(db, work, error), attemptId)
    throw error
  }
}

async function post(work: Work, run: LeasedRun): Promise<Published> {
  const published = onRecord(work)
  if (published && !work.connection?.credentials) return published
  try {
    return await channels[work.claim.channel].publish(work.post, accountOf(work), run)
  } catch (error) {
    const isShutOut = error instanceof ChannelFault && error.category === 'connection' && !error.isRetryable
    if (published && isShutOut) return published
    throw error
  }
}

/** The account with its credentials in the clear; lives for the length of one attempt. */
export function accountOf({ connection, claim }: Work) {
  if (!connection?.credentials || !connection.key_id) throw new LeaseLost()
  return {
    accountId: connection.account_id,
    accountName: connection.account_name,
    handle: connection.handle,
    credentials: openCredentials({
      id: connection.id,
      channel: claim.channel,
      credentials: connection.credentials,
      key_id: connection.key_id,
    }),
  }
}
