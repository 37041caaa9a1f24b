import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { startAttempt } from '@/lib/publishing/attempt/attempt-log'
import { type Claim, claimOne } from '@/lib/publishing/claim/claim-due'
import { hashText } from '@/lib/publishing/claim/hash-text'
import { Lease, LeaseLost } from '@/lib/publishing/claim/lease'
import { loadContext } from '@/lib/publishing/claim/publish-context'
import { publishItem } from '@/lib/publishing/publish-item'
import { settleFailed } from '@/lib/publishing/settle/failed'
import { settlePosted } from '@/lib/publishing/settle/posted'
import {
  aDueStory,
  attemptsOf,
  eventsOf,
  failCalls,
  letTimePass,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'

const never = new AbortController().signal
const claim = async (id: string, leaseSeconds = 30): Promise<Claim> => {
  const claimed = await claimOne(database(), id, { worker: 'test', leaseSeconds })
  if (!claimed) throw new Error('The row was not due.')
  return claimed
}

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))

describe('lease', () => {
  test('a claimed row cannot be claimed again until its lease ends', async () => {
    const { itemId } = await aDueStory(['x'])
    const held = await claim(itemId)
    expect(await claimOne(database(), itemId, { worker: 'other', leaseSeconds: 30 })).toBeNull()
    const waits = await secondsToWait(itemId)
    expect(waits).toBeGreaterThan(25)
    expect(waits).toBeLessThanOrEqual(30)
    await letTimePass(itemId, 0)
    expect((await claim(itemId)).fence).toBe(held.fence + 1)
  })

  test('when a worker dies, another one posts the row once', async () => {
    const { account, itemId, storyId } = await aDueStory(['ghost'])
    // Crashes after starting the attempt and before saving an intent.
    const dead = await claim(itemId, 1)
    const context = await loadContext(database(), dead)
    await startAttempt(database(), context)
    expect(await publishOnce(itemId)).toBeNull()
    await expect.poll(() => publishOnce(itemId), { timeout: 5_000, interval: 100 }).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['lost', 'posted'])
    expect((await storyOf(storyId)).status).toBe('published')
  })

  test('a row whose worker died between intent and result is in doubt: the network is asked before a resend', async () => {
    const { account, itemId } = await aDueStory(['x'])
    const dead = await claim(itemId)
    const context = await loadContext(database(), dead)
    const attemptId = await startAttempt(database(), context)
    await new Lease(database(), dead).saveIntent('publish', hashText(context.post, 'publish'), attemptId)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['lost', 'posted'])
  })

  test('a row whose worker died after saving the result is settled and not sent again', async () => {
    const { account, itemId } = await aDueStory(['x'])
    const dead = await claim(itemId)
    const attemptId = await startAttempt(database(), await loadContext(database(), dead))
    const lease = new Lease(database(), dead)
    await lease.saveIntent('publish', 'hash', attemptId)
    await lease.saveResults({ publish: { id: '12345' } }, true)
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect(await rowOf(itemId)).toMatchObject({ external_id: '12345', published_url: expect.stringContaining('12345') })
    expect(await postsOf(account)).toEqual([])
  })

  test('every write of a worker that lost its row is refused by the fence', async () => {
    const { project, itemId } = await aDueStory(['x'])
    const stale = await claim(itemId)
    const context = await loadContext(database(), stale)
    const attemptId = await startAttempt(database(), context)
    await letTimePass(itemId, 0)
    const holder = await claim(itemId)
    const before = await rowOf(itemId)
    const late = new Lease(database(), stale)
    const failure = { reason: 'late', category: 'other', code: 'late', wasAttempted: true } as const
    const writes = [
      () => late.saveResults({ upload: { id: '1' } }, false),
      () => late.saveResults({ publish: { id: '1' } }, true),
      () => late.saveIntent('publish', 'hash', attemptId),
      () => late.adopt('publish', { id: '1' }),
      () => late.clearIntent(),
      () => late.deleteResults(['upload']),
      () => settlePosted(database(), context, { externalId: '1', url: 'https://x.com/1' }, attemptId),
      () => settleFailed(database(), context, failure),
      () => startAttempt(database(), context),
      () => loadContext(database(), stale),
    ]
    for (const write of writes) await expect(write()).rejects.toBeInstanceOf(LeaseLost)
    expect(await rowOf(itemId)).toEqual(before)
    expect(await eventsOf(project.projectId)).toEqual([])
    expect(await publishItem(database(), stale, never)).toBe('lost')
    await new Lease(database(), holder).saveResults({ upload: { id: '2' } }, false)
  })

  test('an expired lease refuses writes of the same worker, even before the row is claimed again', async () => {
    const { itemId } = await aDueStory(['x'])
    const held = await claim(itemId)
    await database()
      .updateTable('queue_items')
      .set({ lease_until: new Date(0) })
      .where('id', '=', itemId)
      .execute()
    await expect(new Lease(database(), held).saveResults({ upload: { id: '1' } }, false)).rejects.toBeInstanceOf(
      LeaseLost,
    )
  })

  test('a worker that was paused past its lease sends nothing when it resumes', async () => {
    const { account, itemId } = await aDueStory(['ghost'])
    const sleeper = await claim(itemId)
    await failCalls(account, { fault: 'slow', delay_ms: 800, call: 'draft', times: 1 })
    const late = publishItem(database(), sleeper, never)
    // Wait for the slow call to start, then let another worker claim and post the row.
    await expect.poll(async () => (await attemptsOf(itemId)).length).toBe(1)
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect(await late).toBe('lost')
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('a row that keeps killing its workers is set aside with an error', async () => {
    const { project, itemId, storyId } = await aDueStory(['x'])
    let claims = 0
    for (; (await rowOf(itemId)).status === 'approved' && claims < 60; claims++) {
      await letTimePass(itemId, 0)
      // The worker claims the row and crashes.
      const held = await claim(itemId)
      if ((await rowOf(itemId)).claims > 20) await publishItem(database(), held, never)
    }
    expect(claims).toBeLessThanOrEqual(21)
    expect(await rowOf(itemId)).toMatchObject({ status: 'failed', provider_code: 'set_aside' })
    expect((await storyOf(storyId)).status).toBe('failed')
    expect(await eventsOf(project.projectId)).toEqual(['story.failed'])
  })
})
