import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { insertStory } from '@/tests/support/database/story-rows'
import { type Publishers, startPublishers } from '@/tests/support/faults/killed-workers'
import { commentChannels } from '@/tests/support/publishing/first-comments'
import { connectAccounts, makeAccount, type SandboxAccount } from '@/tests/support/sandbox/accounts'

/**
 * No post or first comment is published twice and none is lost. Two workers publish to seven networks while they are
 * killed at random and some accepted calls get no response. The test checks the sandbox's ledger, not our tables. More than 20 s:
 * every kill takes a start and a lease, and every call without a response its timeout.
 */
const rowsWanted = Number(process.env.FAULT_ROWS ?? 2_000)
const killsWanted = Math.ceil(rowsWanted / 80)
const rowsPerConnection = 30
const storiesPerProject = rowsPerConnection
const projectsWanted = Math.ceil(rowsWanted / (storiesPerProject * channelIds.length))

let publishers: Publishers

type LedgerPost = { network: ChannelId; account_id: string; parent_id: string | null; text: string }

/** Every third story has a first comment on these. */
const commentsEvery = 3
const accountsWithItems: SandboxAccount[] = []

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
    accountsWithItems.push(...accounts.filter(({ network }) => network === 'instagram' || network === 'facebook'))
    const boardId = accounts.find(({ boards }) => boards?.[0])?.boards?.[0]?.id
    for (let story = 0; story < storiesPerProject; story++) {
      const needsImage = { slides: [{ media_url: `${publishers.sandboxUrl}/samples/dawn.jpg` }] }
      const overridesOf = (first_comment: string | null) => {
        const own = Object.fromEntries(
          commentChannels.map((channel) => [channel, first_comment ? { first_comment } : {}]),
        )
        const pinterest = { ...needsImage, board_id: boardId }
        return { ...own, instagram: { ...own.instagram, ...needsImage }, pinterest }
      }
      await insertStory(db, {
        projectId,
        channels: [...channelIds],
        caption: `Post ${index}-${story} that must be there once`,
        dueIn: 1,
        overrides: overridesOf(story % commentsEvery === 0 ? `Comment ${index}-${story}` : null),
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
      select (select count(*) from queue_items where status = 'approved')::int
        + (select count(*) from first_comments where next_attempt_at is not null)::int as left`.execute(database())
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
  for (const network of ['instagram', 'facebook', 'linkedin'])
    for (const fault of ['timeout_after', 'reset_after', 'reset_before'])
      await publishers.control('POST', '/control/faults', { network, call: 'reply', fault, probability: 0.05 })
  publishers.startWorker(0)
  publishers.startWorker(1)
  const kills = await killUntilDone()

  const { posts: ledger } = await publishers.control<{ posts: LedgerPost[] }>('GET', '/control/posts')
  const posts = ledger.filter(({ parent_id }) => parent_id === null)
  const comments = [...ledger.filter(({ parent_id }) => parent_id !== null), ...(await metaComments())]
  const seen = new Map<string, number>()
  for (const { network, account_id, text } of [...posts, ...comments]) {
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
  const commentRows = await database()
    .selectFrom('first_comments')
    .select(['channel', 'status', 'error_code', 'account_id', 'body'])
    .execute()
  const unknownComments = commentRows.filter(({ error_code }) => error_code === 'outcome_unknown')
  console.log(
    `rows ${rowsMade}, posts at the networks ${posts.length}, kills ${kills}, workers started ${publishers.started()}, ` +
      `adopted after doubt ${adopted.length}, outcome_unknown ${unknown.length}, ` +
      `comments ${comments.length} of ${commentRows.length}, outcome_unknown ${unknownComments.length}`,
  )
  expect([...seen].filter(([, times]) => times > 1)).toEqual([])
  expect(others).toEqual([])
  // If a network cannot be queried, the result is outcome_unknown, never a second send.
  expect(unknown.filter(({ channel }) => channel !== 'linkedin')).toEqual([])
  expect(posted.length + unknown.length).toBe(rowsMade)
  expect(posts.length).toBeGreaterThanOrEqual(posted.length)
  expect(posts.length).toBeLessThanOrEqual(posted.length + unknown.length)
  expect(kills).toBeGreaterThan(0)
  // A comment whose send is lost twice is given up: the network must not have it. Of 500, about one is.
  const lostTwice = commentRows.filter(({ error_code }) => error_code === 'not_sent')
  expect(lostTwice.filter(({ channel, account_id, body }) => seen.has(`${channel} ${account_id} ${body}`))).toEqual([])
  expect(lostTwice.length).toBeLessThanOrEqual(Math.ceil(commentRows.length / 100))
  const settled = commentRows.filter((row) => !lostTwice.includes(row))
  expect(settled.filter(({ status }) => status !== 'posted')).toEqual(unknownComments)
  expect(unknownComments.filter(({ channel }) => channel !== 'linkedin')).toEqual([])
  const { rows: expected } = await sql<{ count: number }>`
    select count(*)::int as count from queue_items q join stories s on s.id = q.story_id
    where q.status = 'posted' and s.channel_overrides -> q.channel ? 'first_comment'`.execute(database())
  expect(commentRows.length).toBe(expected[0]?.count)
  expect(comments.length).toBeGreaterThan(0)
  expect(comments.length).toBeGreaterThanOrEqual(settled.length - unknownComments.length)
})

/** Comments of the accounts on Instagram and Facebook, which are not in the list of posts. */
async function metaComments(): Promise<Omit<LedgerPost, 'parent_id'>[]> {
  const found = accountsWithItems.map(async ({ network, account_id }) => {
    const query = new URLSearchParams({ network, account_id })
    const { items } = await publishers.control<{ items: { text: string }[] }>('GET', `/control/inbox/items?${query}`)
    return items.map(({ text }) => ({ network, account_id, text }))
  })
  return (await Promise.all(found)).flat()
}
