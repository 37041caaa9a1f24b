import { beforeAll, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { beginAttempt } from '@/lib/publishing/attempts'
import { type Claim, claimOne } from '@/lib/publishing/claim'
import { Lease, LeaseLost } from '@/lib/publishing/lease'
import { publishItem } from '@/lib/publishing/publish-item'
import { settleFailed, settlePosted } from '@/lib/publishing/settle'
import { textHashOf } from '@/lib/publishing/text-hash'
import { loadWork } from '@/lib/publishing/work'
import {
  aDueStory,
  attemptsOf,
  eventsOf,
  letTimePass,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  setEnv,
  storyOf,
  strike,
} from '../support/publishing'

const never = new AbortController().signal
const claim = async (id: string, leaseSeconds = 30): Promise<Claim> => {
  const claimed = await claimOne(database(), id, { worker: 'test', leaseSeconds })
  if (!claimed) throw new Error('The row was not due.')
  return claimed
}

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))

describe('a lease', () => {
  test('is one worker’s: a row that is held cannot be claimed, and is due again when the lease ends', async () => {
    const { itemId } = await aDueStory(['x'])
    const held = await claim(itemId)
    expect(await claimOne(database(), itemId, { worker: 'other', leaseSeconds: 30 })).toBeNull()
    const waits = await secondsToWait(itemId)
    expect(waits).toBeGreaterThan(25)
    expect(waits).toBeLessThanOrEqual(30)
    await letTimePass(itemId, 0)
    expect((await claim(itemId)).fence).toBe(held.fence + 1)
  })

  test('of a dead worker runs out, and another posts the row once', async () => {
    const { account, itemId, storyId } = await aDueStory(['ghost'])
    // Died after the draft was made and before anything was announced.
    const dead = await claim(itemId, 1)
    const work = await loadWork(database(), dead)
    await beginAttempt(database(), work)
    expect(await publishOnce(itemId)).toBeNull()
    await expect.poll(() => publishOnce(itemId), { timeout: 5_000, interval: 100 }).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['lost', 'posted'])
    expect((await storyOf(storyId)).status).toBe('published')
  })

  test('a row whose worker died between announcing and answering is in doubt, and asked about before it is sent', async () => {
    const { account, itemId } = await aDueStory(['x'])
    const dead = await claim(itemId)
    const work = await loadWork(database(), dead)
    const attemptId = await beginAttempt(database(), work)
    await new Lease(database(), dead).announce('publish', textHashOf(work.post, 'publish'), attemptId)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['lost', 'posted'])
  })

  test('a row whose worker died with the post out and the books open is settled, and not sent', async () => {
    const { account, itemId } = await aDueStory(['x'])
    const dead = await claim(itemId)
    const attemptId = await beginAttempt(database(), await loadWork(database(), dead))
    const lease = new Lease(database(), dead)
    await lease.announce('publish', 'hash', attemptId)
    await lease.keepResult('publish', { id: '12345' })
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect(await rowOf(itemId)).toMatchObject({ external_id: '12345', published_url: expect.stringContaining('12345') })
    expect(await postsOf(account)).toEqual([])
  })

  test('nobody writes a row that another holds: every late write is refused by the fence', async () => {
    const { project, itemId } = await aDueStory(['x'])
    const stale = await claim(itemId)
    const work = await loadWork(database(), stale)
    const attemptId = await beginAttempt(database(), work)
    await letTimePass(itemId, 0)
    const holder = await claim(itemId)
    const before = await rowOf(itemId)
    const late = new Lease(database(), stale)
    const failure = { reason: 'late', category: 'other', code: 'late', wasAttempted: true } as const
    const writes = [
      () => late.keepHandle('upload', { id: '1' }),
      () => late.keepResult('publish', { id: '1' }),
      () => late.announce('publish', 'hash', attemptId),
      () => late.adopt('publish', { id: '1' }),
      () => late.withdraw(),
      () => late.forget(['upload']),
      () => settlePosted(database(), work, { externalId: '1', url: 'https://x.com/1' }, attemptId),
      () => settleFailed(database(), work, failure),
      () => beginAttempt(database(), work),
      () => loadWork(database(), stale),
    ]
    for (const write of writes) await expect(write()).rejects.toBeInstanceOf(LeaseLost)
    expect(await rowOf(itemId)).toEqual(before)
    expect(await eventsOf(project.projectId)).toEqual([])
    expect(await publishItem(database(), stale, never)).toBe('lost')
    await new Lease(database(), holder).keepHandle('upload', { id: '2' })
  })

  test('a lease that ended refuses its own worker, even when nobody has taken the row over', async () => {
    const { itemId } = await aDueStory(['x'])
    const held = await claim(itemId)
    await database()
      .updateTable('queue_items')
      .set({ lease_until: new Date(0) })
      .where('id', '=', itemId)
      .execute()
    await expect(new Lease(database(), held).keepHandle('upload', { id: '1' })).rejects.toBeInstanceOf(LeaseLost)
  })

  test('a worker that slept through its lease sends nothing when it wakes', async () => {
    const { account, itemId } = await aDueStory(['ghost'])
    const sleeper = await claim(itemId)
    await strike(account, { fault: 'slow', delay_ms: 800, call: 'draft', times: 1 })
    const late = publishItem(database(), sleeper, never)
    // Until it is inside its slow call; then its row is taken over and posted.
    await expect.poll(async () => (await attemptsOf(itemId)).length).toBe(1)
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect(await late).toBe('lost')
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('a poison row is set aside after so many deaths of its workers, and says so', async () => {
    const { project, itemId, storyId } = await aDueStory(['x'])
    let claims = 0
    for (; (await rowOf(itemId)).status === 'approved' && claims < 60; claims++) {
      await letTimePass(itemId, 0)
      // Claimed, and dead without another word.
      const held = await claim(itemId)
      if ((await rowOf(itemId)).claims > 20) await publishItem(database(), held, never)
    }
    expect(claims).toBeLessThanOrEqual(21)
    expect(await rowOf(itemId)).toMatchObject({ status: 'failed', provider_code: 'set_aside' })
    expect((await storyOf(storyId)).status).toBe('failed')
    expect(await eventsOf(project.projectId)).toEqual(['story.failed'])
  })
})
