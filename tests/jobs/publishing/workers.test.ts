import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { type Connected, connect, database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { type Claim, claimDue, claimOne, msUntilDue } from '@/lib/publishing/claim/claim-due'
import { publishItem } from '@/lib/publishing/publish-item'
import { startPublisher } from '@/lib/publishing/worker'
import { aProject } from '@/tests/support/api/api'
import {
  aDueStory,
  failCalls,
  newText,
  onOwnDatabase,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
} from '@/tests/support/publishing/publishing'

onOwnDatabase()
beforeAll(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2', PUBLISH_POLL_SECONDS: '0.05' }))

/** A project with this many due rows on each channel, inserted in one statement. */
async function aBacklog(rows: Partial<Record<ChannelId, number>>, dueSecondsAgo = 60): Promise<string> {
  const { projectId } = await aProject()
  for (const [channel, count] of Object.entries(rows)) await fill(projectId, channel as ChannelId, count, dueSecondsAgo)
  return projectId
}

async function fill(projectId: string, channel: ChannelId, count: number, dueSecondsAgo: number): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: count }, () => ({ story: newId(), item: newId() })))
  await sql`
    with given as (select * from jsonb_to_recordset(${ids}::jsonb) as g (story uuid, item uuid)),
    made as (
      insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
      select story, ${projectId}, 'Backlog', array[${channel}::text], 'single', 'scheduled',
        now() - make_interval(secs => ${dueSecondsAgo}) from given
      returning id, scheduled_at
    )
    insert into queue_items (id, story_id, project_id, channel, status, scheduled_at, next_attempt_at)
    select item, story, ${projectId}, ${channel}, 'approved', made.scheduled_at, made.scheduled_at
    from given join made on made.id = given.story`.execute(database())
}

const reject = (projectId: string) =>
  sql`update queue_items set status = 'rejected', next_attempt_at = null where project_id = ${projectId}`.execute(
    database(),
  )

const claimRows = (db: Connected['db'], limit: number, perConnection: number, worker = 'test') =>
  claimDue(db, { worker, limit, perConnection, leaseSeconds: 60 })

describe('claims', () => {
  const clients: Connected[] = []
  beforeAll(() => {
    for (let index = 0; index < 4; index++) clients.push(connect(env().DATABASE_URL ?? '', 2))
  })
  afterAll(() => Promise.all(clients.map(({ close }) => close())))

  test('four workers claim each of a thousand rows once', async () => {
    const projectId = await aBacklog({ x: 250, facebook: 250, ghost: 250, threads: 250 }, 3_000)
    const taken: Claim[] = []
    await Promise.all(
      clients.map(async ({ db }, index) => {
        for (;;) {
          const claims = await claimRows(db, 40, 1_000, `worker-${index}`)
          const own = claims.filter((one) => one.project_id === projectId)
          if (own.length === 0) return
          taken.push(...own)
        }
      }),
    )
    expect(taken).toHaveLength(1_000)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1_000)
    const { rows } = await sql<{ claims: number; rows: number }>`
      select claims, count(*)::int as rows from queue_items where project_id = ${projectId} group by claims`.execute(
      database(),
    )
    expect(rows).toEqual([{ claims: 1, rows: 1_000 }])
    await reject(projectId)
  })

  test('a connection with 200 due rows does not delay another connection’s single row', async () => {
    const busy = await aBacklog({ x: 200 }, 3_000)
    // Due after all of the others.
    const quiet = await aBacklog({ x: 1 }, 0)
    const claims = await claimRows(database(), 4, 5)
    expect(claims.filter(({ project_id }) => project_id === quiet)).toHaveLength(1)
    await Promise.all([reject(busy), reject(quiet)])
  })

  test('the limit of rows in progress per connection holds across workers', async () => {
    const projectId = await aBacklog({ x: 200 }, 3_000)
    const claims = await Promise.all(clients.map(({ db }, index) => claimRows(db, 100, 5, `worker-${index}`)))
    const own = claims.flat().filter((one) => one.project_id === projectId)
    expect(own).toHaveLength(5)
    // One is done, so another may start.
    await sql`update queue_items set lease_until = null, next_attempt_at = null where id = ${own[0]?.id}`.execute(
      database(),
    )
    const more = await Promise.all(clients.map(({ db }) => claimRows(db, 100, 5)))
    expect(more.flat().filter((one) => one.project_id === projectId)).toHaveLength(1)
    await reject(projectId)
  })

  test('the oldest rows of a connection come first', async () => {
    const { projectId } = await aProject()
    for (const age of [100, 3_000, 500]) await fill(projectId, 'x', 1, age)
    const order: string[] = []
    for (let index = 0; index < 3; index++) {
      const claims = await claimRows(database(), 1_000, index + 1)
      order.push(...claims.flatMap(({ id, project_id }) => (project_id === projectId ? [id] : [])))
    }
    const rows = await database()
      .selectFrom('queue_items')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('scheduled_at')
      .execute()
    expect(order).toEqual(rows.map(({ id }) => id))
    await reject(projectId)
  })

  test('a paused connection is skipped, and its overdue rows do not hide the next due row', async () => {
    const { project } = await aDueStory(['x'])
    await fill(project.projectId, 'x', 2, 60)
    await fill(project.projectId, 'ghost', 1, 60)
    await sql`
      update social_connections set paused_until = now() + interval '1 hour'
      where project_id = ${project.projectId}`.execute(database())
    const own = (claims: Claim[]) => claims.filter((one) => one.project_id === project.projectId)
    expect(own(await claimRows(database(), 1_000, 5)).map(({ channel }) => channel)).toEqual(['ghost'])
    await fill(project.projectId, 'facebook', 1, -0.8)
    const wait = await msUntilDue(database())
    expect(wait).toBeGreaterThan(-1_000)
    expect(wait).toBeLessThan(900)
    await sql`update social_connections set paused_until = now() where project_id = ${project.projectId}`.execute(
      database(),
    )
    expect(own(await claimRows(database(), 1_000, 5)).filter(({ channel }) => channel === 'x')).toHaveLength(3)
    await reject(project.projectId)
  })

  test('a row more than an hour late is not claimed, unless it is or may be partly public', async () => {
    const [late, sending, half] = await Promise.all([aDueStory(['x']), aDueStory(['x']), aDueStory(['x'])])
    const progress = {
      [late.itemId]: { done: { 'upload-1': { id: '1' } } },
      [sending.itemId]: { sending: { step: 'publish', sent_at: new Date().toISOString(), text_hash: '', looks: 0 } },
      [half.itemId]: { done: { 'thread-1': { id: '1' } } },
    }
    for (const [id, known] of Object.entries(progress))
      await sql`
        update queue_items set scheduled_at = now() - interval '61 minutes', progress = ${JSON.stringify(known)}::jsonb
        where id = ${id}`.execute(database())
    const ids = Object.keys(progress)
    const claims = (await claimRows(database(), 1_000, 5)).filter(({ id }) => ids.includes(id))
    expect(new Set(claims.map(({ id }) => id))).toEqual(new Set([sending.itemId, half.itemId]))
    expect(await publishOnce(late.itemId)).toBeNull()
    await Promise.all([late, sending, half].map(({ project }) => reject(project.projectId)))
  })
})

describe('the worker loop', () => {
  test('a slow account does not delay another’s post', async () => {
    const slow = await aDueStory(['x'])
    for (let index = 0; index < 8; index++) await aDueStory(['x'], { project: slow.project, accounts: slow.accounts })
    await failCalls(slow.account, { fault: 'slow', delay_ms: 1_500, call: 'publish' })
    setEnv({ PUBLISH_CONCURRENCY: '6', PUBLISH_CONCURRENCY_PER_CONNECTION: '3' })
    const publisher = startPublisher(database())
    try {
      await expect.poll(async () => (await progressOf(slow.itemId)).sending, { timeout: 5_000 }).toBeDefined()
      const quick = await aDueStory(['x'])
      await expect.poll(async () => (await rowOf(quick.itemId)).status, { timeout: 5_000 }).toBe('posted')
      // The slow account's first three posts are still in progress.
      expect(await postsOf(slow.account)).toEqual([])
    } finally {
      await publisher.stop(5_000)
      await reject(slow.project.projectId)
    }
  })

  test('stop finishes rows in progress and claims no others', async () => {
    const first = await aDueStory(['x'])
    await failCalls(first.account, { fault: 'slow', delay_ms: 600, call: 'publish', times: 1 })
    const publisher = startPublisher(database())
    await expect.poll(async () => (await progressOf(first.itemId)).sending, { timeout: 5_000 }).toBeDefined()
    const stopped = publisher.stop(5_000)
    const second = await aDueStory(['x'])
    await stopped
    expect((await rowOf(first.itemId)).status).toBe('posted')
    expect(await rowOf(second.itemId)).toMatchObject({ status: 'approved', claims: 0 })
    await reject(second.project.projectId)
  })

  // Not X or LinkedIn: another test file delays their listings.
  test('rows that exceed the grace period of stop stay in doubt; none is lost or sent twice', async () => {
    const { account, itemId } = await aDueStory(['facebook'])
    await failCalls(account, { fault: 'slow', delay_ms: 1_200, call: 'publish', when: 'before', times: 1 })
    const publisher = startPublisher(database())
    await expect.poll(async () => (await progressOf(itemId)).sending, { timeout: 5_000 }).toBeDefined()
    await publisher.stop(50)
    expect((await progressOf(itemId)).sending).toBeDefined()
    await expect.poll(async () => (await postsOf(account)).length, { timeout: 5_000 }).toBe(1)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await postsOf(account)).toHaveLength(1)
  })
})

describe('two workers on one X thread', () => {
  const parts = () => Array.from({ length: 5 }, (_, index) => `${newText()} ${index + 1}`)

  async function aDueThread(more: Parameters<typeof aDueStory>[1] = {}) {
    const texts = parts()
    const overrides = { x: { caption_format: 'thread' } }
    return { texts, ...(await aDueStory(['x'], { caption: texts.join('\n\n'), overrides, ...more })) }
  }

  /** Checks the network's ledger: every part once, each a reply to the one before. */
  async function expectCompleteThread({ account, texts }: Awaited<ReturnType<typeof aDueThread>>): Promise<void> {
    const posts = (await postsOf(account)).filter(({ text }) => texts.includes(text))
    expect(posts.map(({ text }) => text)).toEqual(texts)
    expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
  }

  test('both poll all the time: each thread is published once, in order', async () => {
    const first = await aDueThread()
    const { project, accounts } = first
    const threads = [first, ...(await Promise.all([1, 2, 3].map(() => aDueThread({ project, accounts }))))]
    await failCalls(first.account, { fault: 'slow', delay_ms: 60, call: 'publish' })
    const publishers = [startPublisher(database()), startPublisher(database())]
    try {
      for (const { itemId } of threads)
        await expect.poll(async () => (await rowOf(itemId)).status, { timeout: 20_000 }).toBe('posted')
    } finally {
      await Promise.all(publishers.map(({ stop }) => stop(5_000)))
    }
    for (const thread of threads) await expectCompleteThread(thread)
  })

  test('one takes over the row while the other sends the second part: no part duplicate or lost', async () => {
    const thread = await aDueThread()
    const { account, itemId } = thread
    await failCalls(account, { fault: 'slow', delay_ms: 800, call: 'publish', skip: 1, times: 1 })
    const stop = new AbortController().signal
    const claim = await claimOne(database(), itemId, { worker: 'first', leaseSeconds: 30 })
    if (!claim) throw new Error('The row was not due.')
    const first = publishItem(database(), claim, stop)
    await expect.poll(async () => (await progressOf(itemId)).sending?.step, { timeout: 5_000 }).toBe('thread-2')
    // The lease ends, as after a machine was suspended.
    await sql`
      update queue_items set lease_until = now() - interval '1 second', next_attempt_at = now()
      where id = ${itemId}`.execute(database())
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await first).toBe('lost')
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    await expectCompleteThread(thread)
    expect(await postsOf(account)).toHaveLength(thread.texts.length)
  })
})
