import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { publishItem } from '@/lib/publishing/publish-item'
import {
  aDueStory,
  attemptsOf,
  callsOf,
  eventsOf,
  failCalls,
  letTimePass,
  makeOlder,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  sampleImage,
  secondsToWait,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'

/** A private step: its errors never lead to an unknown outcome. */
const privateStep = { instagram: 'container', threads: 'container', ghost: 'draft' } as const

beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1', PUBLISH_POLL_SECONDS: '0.05' }))

const pauseOf = async (projectId: string, channel: ChannelId): Promise<number | null> => {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from paused_until - now())::float8 as seconds from social_connections
    where project_id = ${projectId} and channel = ${channel} and disconnected_at is null`.execute(database())
  return rows[0]?.seconds ?? null
}

describe.each(Object.entries(privateStep) as [ChannelId, string][])(
  '%s, before anything is public',
  (channel, call) => {
    test.each([
      { fault: 'refuse', preset: 'server_error' },
      { fault: 'timeout_before' },
      { fault: 'reset_before' },
      { fault: 'rubbish' },
    ])('$fault is retried within the hour and posts once', async (fault) => {
      const { account, itemId, storyId } = await aDueStory([channel])
      await failCalls(account, { ...fault, call, times: 1 })
      expect(await publishOnce(itemId)).toBe('waiting')
      const waits = await secondsToWait(itemId)
      expect(waits).toBeGreaterThan(5)
      expect(waits).toBeLessThan(60)
      expect((await progressOf(itemId)).sending).toBeUndefined()
      // Not earlier.
      expect(await publishOnce(itemId)).toBeNull()
      await letTimePass(itemId, 0)
      expect(await publishOnce(itemId)).toBe('posted')
      expect(await postsOf(account)).toHaveLength(1)
      expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['retry', 'posted'])
      expect((await storyOf(storyId)).status).toBe('published')
    })
  },
)

test('a 503 from the publish call is in doubt: the network is asked, then the post is sent once', async () => {
  const { account, itemId } = await aDueStory(['x'])
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'publish', times: 1 })
  expect(await publishOnce(itemId)).toBe('waiting')
  expect((await progressOf(itemId)).sending).toMatchObject({ step: 'publish' })
  expect(await publishThroughDoubt(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
})

test('the delay grows with each try', async () => {
  const { account, itemId } = await aDueStory(['ghost'])
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'draft' })
  const delays: number[] = []
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await publishOnce(itemId)).toBe('waiting')
    delays.push(await secondsToWait(itemId))
    await letTimePass(itemId, 0)
  }
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  expect(delays.at(-1)).toBeGreaterThan(8 * (delays[0] ?? 0))
})

/** Tries a row until it is settled, skipping the delays, and returns the delays in seconds. */
async function waitsUntilTheEnd(itemId: string): Promise<number[]> {
  const waits: number[] = []
  while ((await publishOnce(itemId)) === 'waiting') {
    waits.push(await secondsToWait(itemId))
    await letTimePass(itemId, 0)
  }
  return waits
}

const lostMedia = { title: 'Invalid Request', detail: 'Your media IDs are invalid.', type: 'about:blank', status: 400 }
const conflict = { status: 409, code: 'CONFLICT', message: 'Another request is writing.' }
const unfetched = { error: { message: 'Said', type: 'OAuthException', code: 9004, error_subcode: 2207052 } }

test.each([
  ['linkedin', 409, conflict, [1]],
  ['x', 400, lostMedia, [5, 10, 20, 40, 80]],
  ['instagram', 400, unfetched, [30]],
] as const)('an error of %s has its own first delay (%i), growing delays and a limit of tries', async (...given) => {
  const [channel, status, body, expected] = given
  const { account, itemId } = await aDueStory([channel], { slides: [{ media_url: sampleImage() }] })
  await failCalls(account, { fault: 'refuse', status, body, call: 'publish' })
  const waits = await waitsUntilTheEnd(itemId)
  expect(waits).toHaveLength(expected.length)
  for (const [index, seconds] of expected.entries()) {
    expect(waits[index]).toBeGreaterThan(seconds * 0.89 - 0.5)
    expect(waits[index]).toBeLessThan(seconds * 1.1 + 0.5)
  }
  const { status: ends, skip_reason } = await rowOf(itemId)
  expect([ends, skip_reason]).toEqual(['failed', expect.stringMatching(/\. Trying again did not help\.$/)])
  expect(skip_reason).not.toMatch(/by (itself|themselves)/)
  expect(await callsOf(account, 'publish')).toBe(expected.length + 1)
})

test('tries count from the scheduled time: a manual retry gets all of them again', async () => {
  const { account, itemId } = await aDueStory(['linkedin'])
  await failCalls(account, { fault: 'refuse', status: 409, body: conflict, call: 'publish' })
  expect(await waitsUntilTheEnd(itemId)).toHaveLength(1)
  await sql`
    update queue_items set status = 'approved', scheduled_at = now(), next_attempt_at = now()
    where id = ${itemId}`.execute(database())
  expect(await waitsUntilTheEnd(itemId)).toHaveLength(1)
})

test.each([2207003, 2207052, 2207053, 2207077, 2207082])(
  'a container that Instagram could not process (%i) is replaced at the next try',
  async (error_subcode) => {
    const { account, itemId } = await aDueStory(['instagram'])
    const body = { error: { message: 'Said', type: 'OAuthException', code: -1, error_subcode } }
    await failCalls(account, { fault: 'refuse', status: 400, body, call: 'publish', times: 1 })
    expect(await waitsUntilTheEnd(itemId)).toHaveLength(1)
    expect((await rowOf(itemId)).status).toBe('posted')
    expect(await callsOf(account, 'container')).toBe(2)
    expect(await postsOf(account)).toHaveLength(1)
  },
)

test('an error whose retry would be more than an hour late fails with its own reason', async () => {
  const { project, account, itemId, storyId } = await aDueStory(['ghost'])
  await makeOlder(storyId, 3_595)
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'draft' })
  expect(await publishOnce(itemId)).toBe('failed')
  const row = await rowOf(itemId)
  expect(row).toMatchObject({ status: 'failed', skip_category: 'other', next_attempt_at: null })
  expect(row.skip_reason).toContain('Ghost')
  expect(row.skip_reason).not.toContain('stale')
  expect(row.skip_reason).toMatch(/ There was no time left to try again\.$/)
  expect(row.skip_reason).not.toMatch(/by (itself|themselves)/)
  expect(await eventsOf(project.projectId)).toEqual(['story.failed'])
})

test.each([
  ['permission', 'connection'],
  ['content', 'content'],
  ['review', 'review'],
] as const)('a refusal for %s is permanent: it fails at once and is not sent again', async (preset, category) => {
  const { project, account, itemId, storyId } = await aDueStory(['facebook'])
  await failCalls(account, { fault: 'refuse', preset, call: 'publish' })
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ status: 'failed', skip_category: category, attempt_count: 1 })
  expect(await postsOf(account)).toEqual([])
  expect((await storyOf(storyId)).status).toBe('failed')
  expect(await eventsOf(project.projectId)).toEqual(['story.failed'])
})

test('a rate limit with a time pauses only that connection until then', async () => {
  const first = await aDueStory(['x', 'ghost'])
  const second = await aDueStory(['x'], { project: first.project, accounts: first.accounts })
  const elsewhere = await aDueStory(['x'])
  await failCalls(first.account, { fault: 'rate_limit', retry_after_seconds: 600, call: 'publish', times: 1 })
  expect(await publishOnce(first.itemId)).toBe('waiting')
  expect(await secondsToWait(first.itemId)).toBeGreaterThan(590)
  expect(await secondsToWait(first.itemId)).toBeLessThan(605)
  expect(await pauseOf(first.project.projectId, 'x')).toBeGreaterThan(590)
  // The connection's other row waits. The project's other channel and other projects' X are published.
  expect(await publishOnce(second.itemId)).toBeNull()
  expect(await publishOnce(first.itemIds.ghost ?? '')).toBe('posted')
  expect(await publishOnce(elsewhere.itemId)).toBe('posted')
  expect(await postsOf(first.account)).toEqual([])

  await sql`update social_connections set paused_until = now() where project_id = ${first.project.projectId}`.execute(
    database(),
  )
  await letTimePass(first.itemId, 0)
  expect(await publishOnce(first.itemId)).toBe('posted')
  expect(await publishOnce(second.itemId)).toBe('posted')
  expect(await postsOf(first.account)).toHaveLength(2)
})

test.each(['pinterest', 'threads', 'ghost'] as const)(
  'a rate limit of %s without a time pauses the connection for a default time',
  async (channel) => {
    const { project, account, itemId } = await aDueStory([channel])
    await failCalls(account, { fault: 'rate_limit', with_headers: false, call: 'publish', times: 1 })
    expect(await publishOnce(itemId)).toBe('waiting')
    const [waits, pause] = [await secondsToWait(itemId), await pauseOf(project.projectId, channel)]
    expect(waits).toBeGreaterThan(30)
    expect(waits).toBeLessThan(1_000)
    expect(pause).toBeGreaterThan(30)
    expect(await rowOf(itemId)).toMatchObject({ status: 'approved', skip_reason: null })
  },
)

test('the longer of two pauses of a connection applies', async () => {
  const { project, account, itemId } = await aDueStory(['x'])
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) throw new Error('The row was not due.')
  // Another row of the account hit its limit while this one was in progress.
  await sql`
    update social_connections set paused_until = now() + interval '2000 seconds'
    where project_id = ${project.projectId}`.execute(database())
  await failCalls(account, { fault: 'rate_limit', retry_after_seconds: 30, call: 'publish', times: 1 })
  expect(await publishItem(database(), claim, new AbortController().signal)).toBe('waiting')
  expect(await pauseOf(project.projectId, 'x')).toBeGreaterThan(1_900)
})

test.each([1e9, -5])('a Retry-After of %s seconds is limited', async (seconds) => {
  const { account, itemId } = await aDueStory(['ghost'])
  const headers = { 'retry-after': String(seconds) }
  await failCalls(account, { fault: 'refuse', status: 429, headers, call: 'draft', times: 1 })
  const result = await publishOnce(itemId)
  // Longer than an hour is too late: the row fails at once instead of waiting until it is stale.
  if (seconds > 0) {
    expect(result).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({ status: 'failed', skip_category: 'rate' })
  } else {
    expect(result).toBe('waiting')
    expect(await secondsToWait(itemId)).toBeGreaterThan(0)
  }
})

test('staleness uses the database clock, not this machine’s', async () => {
  const { account, itemId, storyId } = await aDueStory(['ghost'])
  await makeOlder(storyId, 1_800)
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'draft', times: 1 })
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
  try {
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await secondsToWait(itemId)).toBeLessThan(60)
  } finally {
    vi.useRealTimers()
  }
})
