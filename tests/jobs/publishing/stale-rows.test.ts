import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { sweepStale } from '@/lib/publishing/settle/sweep-stale'
import {
  aDueStory,
  failCalls,
  letTimePass,
  makeOlder,
  onOwnDatabase,
  payloadsOf,
  postsOf,
  publishOnce,
  rowOf,
  setEnv,
  storyOf,
} from '@/tests/support/publishing/publishing'

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' }))

const minutes = 60

/** A row that was not published in time. */
async function aLateStory(minutesLate: number, request: Parameters<typeof aDueStory>[1] = {}) {
  const due = await aDueStory(['x'], request)
  await makeOlder(due.storyId, minutesLate * minutes)
  return due
}

test('an approved row more than an hour late fails as stale-scheduled, with both events', async () => {
  const { project, account, itemId, storyId } = await aLateStory(61)
  expect(await sweepStale(database())).toBe(1)
  expect(await rowOf(itemId)).toMatchObject({
    status: 'failed',
    skip_reason: 'stale-scheduled',
    skip_category: 'other',
    next_attempt_at: null,
    lease_until: null,
  })
  expect((await storyOf(storyId)).status).toBe('failed')
  const payloads = await payloadsOf(project.projectId)
  expect(payloads.map(({ event }) => event)).toEqual(['story.failed', 'story.skipped'])
  for (const { data } of payloads)
    expect(data).toMatchObject({
      project_id: project.projectId,
      story: { id: storyId, status: 'failed' },
      queue_item: { id: itemId, status: 'failed', skip_reason: 'stale-scheduled' },
      skip_reason: 'stale-scheduled',
      category: 'other',
    })
  expect(await postsOf(account)).toEqual([])
  expect(await sweepStale(database())).toBe(0)
})

test('a row less than an hour late is unchanged', async () => {
  const { itemId } = await aLateStory(59)
  expect(await sweepStale(database())).toBe(0)
  expect((await rowOf(itemId)).status).toBe('approved')
})

test.each(['pending', 'draft', 'rejected'] as const)('a %s row is never swept', async (status) => {
  const { itemId } = await aLateStory(600, { status })
  expect(await sweepStale(database())).toBe(0)
  expect((await rowOf(itemId)).status).toBe(status)
})

test.each([
  ['9 minutes before', -9, true],
  ['9 minutes after', 9, true],
  ['11 minutes before', -11, false],
  ['11 minutes after', 11, false],
])('a sibling posted %s the stuck time: superseded is %s', async (_, offset, isSuperseded) => {
  const late = await aLateStory(70)
  const { project, accounts } = late
  const winner = await aDueStory(['x'], { project, accounts })
  expect(await publishOnce(winner.itemId)).toBe('posted')
  await sql`
    update queue_items set published_at = now() - make_interval(mins => ${70 - Number(offset)})
    where id = ${winner.itemId}`.execute(database())
  expect(await sweepStale(database())).toBe(1)
  const row = await rowOf(late.itemId)
  const payloads = (await payloadsOf(project.projectId)).filter(({ event }) => event !== 'story.published')
  expect(payloads.map(({ event }) => event)).toEqual(['story.failed', 'story.skipped'])
  if (isSuperseded) {
    expect(row.skip_reason).toContain(winner.itemId)
    expect(row.skip_reason).toContain('x')
    expect(row.data_snapshot).toMatchObject({ superseded_by_queue_item_id: winner.itemId })
    for (const { data } of payloads) expect(data.superseded_by_queue_item_id).toBe(winner.itemId)
  } else {
    expect(row.skip_reason).toBe('stale-scheduled')
    expect(row.data_snapshot).toEqual({})
    for (const { data } of payloads) expect(data).not.toHaveProperty('superseded_by_queue_item_id')
  }
})

test('only a row of the same project and channel supersedes', async () => {
  const late = await aLateStory(70)
  const { project } = late
  const others = [
    await aDueStory(['facebook'], { project, accounts: await project.connect('facebook') }),
    await aDueStory(['x']),
  ]
  for (const { itemId } of others) {
    expect(await publishOnce(itemId)).toBe('posted')
    await sql`update queue_items set published_at = now() - interval '70 minutes' where id = ${itemId}`.execute(
      database(),
    )
  }
  await sweepStale(database())
  expect((await rowOf(late.itemId)).skip_reason).toBe('stale-scheduled')
})

test('a row in doubt is not swept', async () => {
  const { account, itemId, storyId } = await aDueStory(['facebook'])
  await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await makeOlder(storyId, 61 * minutes)
  expect(await sweepStale(database())).toBe(0)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
})

test('a send in doubt that is absent after an hour fails as stale', async () => {
  const { account, itemId, storyId } = await aDueStory(['x'])
  await failCalls(account, { fault: 'reset_before', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await makeOlder(storyId, 61 * minutes)
  for (let look = 0; look < 2; look++) {
    await letTimePass(itemId, 120)
    await publishOnce(itemId)
  }
  expect(await rowOf(itemId)).toMatchObject({ status: 'failed', skip_reason: 'stale-scheduled' })
  expect(await postsOf(account)).toEqual([])
})

test('a row in progress is not swept', async () => {
  const { itemId } = await aDueStory(['x'])
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  await sql`update queue_items set scheduled_at = now() - interval '61 minutes' where id = ${itemId}`.execute(
    database(),
  )
  expect(claim).not.toBeNull()
  expect(await sweepStale(database())).toBe(0)
  expect((await rowOf(itemId)).status).toBe('approved')
})

test('a published post whose worker died before settling is settled, not swept', async () => {
  const { project, account, itemId, storyId } = await aDueStory(['x'])
  const progress = JSON.stringify({ done: { publish: { id: '4711' } }, account: account.account_id })
  await sql`update queue_items set progress = ${progress}::jsonb where id = ${itemId}`.execute(database())
  await makeOlder(storyId, 61 * minutes)
  expect(await sweepStale(database())).toBe(0)
  expect(await publishOnce(itemId)).toBe('posted')
  expect(await rowOf(itemId)).toMatchObject({ external_id: '4711' })
  expect((await payloadsOf(project.projectId)).map(({ event }) => event)).toEqual([
    'story.published',
    'story.published_late',
  ])
})

test('two concurrent sweeps fail each row once', async () => {
  const { project } = await aLateStory(61)
  for (let index = 0; index < 30; index++)
    await aLateStory(61 + index, { project, accounts: [{ network: 'x' } as never] })
  const counts = await Promise.all([sweepStale(database()), sweepStale(database())])
  expect(counts[0] + counts[1]).toBe(31)
  const events = (await payloadsOf(project.projectId)).map(({ event }) => event)
  expect(events.filter((event) => event === 'story.failed')).toHaveLength(31)
  expect(events.filter((event) => event === 'story.skipped')).toHaveLength(31)
})
