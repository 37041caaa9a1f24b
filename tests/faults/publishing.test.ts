import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { insertStory } from '@/tests/support/database/story-rows'
import { type Publishers, startPublishers } from '@/tests/support/faults/killed-workers'
import { connectAccounts, makeAccount } from '@/tests/support/sandbox/accounts'

/**
 * No post is published twice and none is lost. Two workers publish to seven networks while they are killed at random
 * and some accepted calls get no response. The test checks the sandbox's ledger, not our tables. More than 20 s:
 * every kill takes a start and a lease, and every call without a response its timeout.
 */
const rowsWanted = Number(process.env.FAULT_ROWS ?? 2_000)
const killsWanted = Math.ceil(rowsWanted / 80)
const rowsPerConnection = 30
const storiesPerProject = rowsPerConnection
const projectsWanted = Math.ceil(rowsWanted / (storiesPerProject * channelIds.length))

let publishers: Publishers

type LedgerPost = { network: ChannelId; account_id: string; id: string; text: string }

beforeAll(async () => {
  publishers = await startPublishers()
})
afterAll(() => publishers.stop())

async function fillQueue(): Promise<number> {
  const db = database()
  let rows = 0
  for (let index = 0; index < projectsWanted; index++) {
    const userId = await ensureUser(db, { email: `faults-${index}@example.com` })
    const projectId = await ensureProject(db, { userId, name: `Faults ${index}` })
    const accounts = await Promise.all(channelIds.map((channel) => makeAccount(publishers.sandboxUrl, channel)))
    await connectAccounts({ userId, projectId }, accounts)
    const boardId = accounts.find(({ boards }) => boards?.[0])?.boards?.[0]?.id
    for (let story = 0; story < storiesPerProject; story++) {
      const needsImage = { slides: [{ media_url: `${publishers.sandboxUrl}/samples/dawn.jpg` }] }
      await insertStory(db, {
        projectId,
        channels: [...channelIds],
        caption: `Post ${index}-${story} that must be there once`,
        dueIn: 1,
        overrides: { instagram: needsImage, pinterest: { ...needsImage, board_id: boardId } },
      })
      rows += channelIds.length
    }
  }
  return rows
}

async function killUntilDone(): Promise<number> {
  let kills = 0
  const deadline = performance.now() + 540_000
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from queue_items where status = 'approved'`.execute(database())
    if (rows[0]?.left === 0) return kills
    if (performance.now() > deadline) throw new Error(`${rows[0]?.left} rows are still not final; see .test/logs`)
    await sleep(300 + Math.random() * 1_200)
    if (kills >= killsWanted) continue
    await publishers.replaceWorker(kills % 2)
    kills += 1
  }
}

test(`${rowsWanted} rows with killed workers and lost responses: each published once, none lost`, async () => {
  const rowsMade = await fillQueue()
  await publishers.control('POST', '/control/settings', {
    visibility_lag_ms: 1_000,
    latency_ms: [5, 60],
    // The networks' duplicate detection would hide a post that was sent twice.
    detect_duplicates: false,
    enforce_quotas: false,
  })
  for (const network of channelIds) {
    await publishers.control('POST', '/control/faults', {
      network,
      call: 'publish',
      fault: 'timeout_after',
      probability: 0.03,
    })
    await publishers.control('POST', '/control/faults', {
      network,
      call: 'publish',
      fault: 'reset_after',
      probability: 0.01,
    })
    await publishers.control('POST', '/control/faults', {
      network,
      call: 'publish',
      fault: 'reset_before',
      probability: 0.01,
    })
  }
  publishers.startWorker(0)
  publishers.startWorker(1)
  const kills = await killUntilDone()

  const { posts } = await publishers.control<{ posts: LedgerPost[] }>('GET', '/control/posts')
  const seen = new Map<string, number>()
  for (const { network, account_id, text } of posts) {
    const key = `${network} ${account_id} ${text}`
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const items = await database().selectFrom('queue_items').select(['channel', 'status', 'skip_reason']).execute()
  const posted = items.filter(({ status }) => status === 'posted')
  const unknown = items.filter(({ skip_reason }) => skip_reason === 'outcome_unknown')
  const others = items.filter(({ status, skip_reason }) => status !== 'posted' && skip_reason !== 'outcome_unknown')
  const adopted = await database()
    .selectFrom('publish_attempts')
    .select('id')
    .where('outcome', '=', 'adopted')
    .execute()
  console.log(
    `rows ${rowsMade}, posts at the networks ${posts.length}, kills ${kills}, workers started ${publishers.started()}, ` +
      `adopted after doubt ${adopted.length}, outcome_unknown ${unknown.length}`,
  )
  expect([...seen].filter(([, times]) => times > 1)).toEqual([])
  expect(others).toEqual([])
  // If a network cannot be queried, the result is outcome_unknown, never a second send.
  expect(unknown.filter(({ channel }) => channel !== 'linkedin')).toEqual([])
  expect(posted.length + unknown.length).toBe(rowsMade)
  expect(posts.length).toBeGreaterThanOrEqual(posted.length)
  expect(posts.length).toBeLessThanOrEqual(posted.length + unknown.length)
  expect(kills).toBeGreaterThan(0)
})
