import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { database } from '@/lib/db/pool'
import { insertStory } from '@/tests/support/database/story-rows'
import { type Publishers, startPublishers } from '@/tests/support/faults/killed-workers'
import { connectAccounts, makeAccount } from '@/tests/support/sandbox/accounts'

/**
 * Every post of a thread is public at once. Whatever fails between two of them, no reply may be duplicate or missing,
 * and each must reply to the one before. Two workers are killed after random numbers of replies, and 3% of the
 * replies are accepted without a response. The test checks the sandbox's ledger. More than 20 s: every kill takes a
 * start and a lease, and every call without a response its timeout.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const threadsWanted = isFull ? 1_000 : 60
/** Each interrupts the 20 to 30 threads in progress. */
const killsWanted = isFull ? 60 : 8
const secondsMax = isFull ? 1_500 : 300
const threadsPerAccount = 20
const partsOf = (thread: number): number => 3 + (thread % 4)

let publishers: Publishers

beforeAll(async () => {
  // Small chunks, so that some kills hit the short sample video in the middle of its upload.
  publishers = await startPublishers({ X_CHUNK_BYTES: '65536' })
})
afterAll(() => publishers.stop())

/** Every fifth thread starts with a video, which is uploaded in chunks and processed first. */
const startsWithVideo = (thread: number): boolean => thread % 5 === 0

/**
 * Every third thread has the same replies as others of its account: they differ only in the post that they reply to.
 */
const textsOf = (name: string, thread: number): string[] =>
  Array.from({ length: partsOf(thread) }, (_, part) =>
    part > 0 && thread % 3 === 0 ? `And so it goes on, ${part + 1}.` : `${name}, part ${part + 1}`,
  )

type Wanted = { texts: string[]; media: number }

async function fillQueue(): Promise<Map<string, Wanted>> {
  const db = database()
  const wanted = new Map<string, Wanted>()
  for (let thread = 0; thread < threadsWanted; ) {
    const name = `threads-${thread}`
    const userId = await ensureUser(db, { email: `${name}@example.com` })
    const projectId = await ensureProject(db, { userId, name })
    await connectAccounts({ userId, projectId }, [await makeAccount(publishers.sandboxUrl, 'x')])
    for (let own = 0; own < threadsPerAccount && thread < threadsWanted; own++, thread++) {
      const texts = textsOf(`Thread ${thread}`, thread)
      const { itemIds } = await insertStory(db, {
        projectId,
        channels: ['x'],
        caption: texts.join('\n\n'),
        dueIn: 1,
        slides: startsWithVideo(thread) ? [{ media_url: `${publishers.sandboxUrl}/samples/upright.mp4` }] : [],
        overrides: { x: { caption_format: 'thread' } },
      })
      wanted.set(itemIds.x ?? '', { texts, media: startsWithVideo(thread) ? 1 : 0 })
    }
  }
  return wanted
}

async function rowsLeft(): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from queue_items where status = 'approved'`.execute(database())
  return rows[0]?.left ?? 0
}

/** Kills a worker each time a random number of posts has arrived. */
async function killUntilDone(postsWanted: number): Promise<number> {
  const everyPosts = postsWanted / killsWanted
  const deadline = performance.now() + secondsMax * 1_000
  let kills = 0
  let killAt = Math.random() * everyPosts
  for (let looks = 0; ; looks++) {
    const { posts } = await publishers.control<{ posts: number }>('GET', '/control/health')
    if (posts >= killAt && kills < killsWanted) {
      await publishers.replaceWorker(kills % 2)
      kills += 1
      killAt = posts + 1 + Math.random() * 2 * (everyPosts - 1)
    }
    if (looks % 20 === 0 && (await rowsLeft()) === 0) return kills
    if (performance.now() > deadline) throw new Error(`${await rowsLeft()} threads are still not final; see .test/logs`)
    await sleep(10)
  }
}

type Post = { id: string; parent_id: string | null; text: string; media: unknown[] }

/** Texts of a thread from its root. Fails if a post has two replies. */
function chainFrom(root: Post, answers: Map<string, Post[]>): string[] {
  const texts: string[] = []
  for (let post: Post | undefined = root; post; ) {
    texts.push(post.text)
    const next: Post[] = answers.get(post.id) ?? []
    if (next.length > 1) texts.push(`${next.length} answers to one post`)
    post = next[0]
  }
  return texts
}

test(
  `${threadsWanted} threads under killed workers and unanswered replies: no reply twice, none missing`,
  async () => {
    const wanted = await fillQueue()
    const postsWanted = [...wanted.values()].reduce((sum, { texts }) => sum + texts.length, 0)
    const settings = { visibility_lag_ms: 1_000, latency_ms: [5, 60], enforce_quotas: false, polls_until_finished: 2 }
    // X's duplicate detection would hide a reply that was sent twice.
    await publishers.control('POST', '/control/settings', { network: 'x', detect_duplicates: false, ...settings })
    await publishers.control('POST', '/control/faults', {
      network: 'x',
      call: 'publish',
      fault: 'timeout_after',
      probability: 0.03,
    })
    publishers.startWorker(0)
    publishers.startWorker(1)
    const kills = await killUntilDone(postsWanted)

    const { posts } = await publishers.control<{ posts: Post[] }>('GET', '/control/posts?network=x')
    const answers = new Map<string, Post[]>()
    for (const post of posts)
      if (post.parent_id !== null) answers.set(post.parent_id, [...(answers.get(post.parent_id) ?? []), post])
    const byRoot = new Map(posts.filter(({ parent_id }) => parent_id === null).map((post) => [post.id, post]))

    const items = await database()
      .selectFrom('queue_items')
      .select(['id', 'status', 'external_id', 'skip_reason'])
      .execute()
    const attempts = await database().selectFrom('publish_attempts').select(['outcome', 'step']).execute()
    const ended = (outcome: string) => attempts.filter((attempt) => attempt.outcome === outcome).length
    // Their first part was public when the worker was killed.
    const inChains = attempts.filter(({ outcome, step }) => outcome === 'lost' && /^thread-[2-9]$/.test(step ?? ''))
    const { faults } = await publishers.control<{ faults: { used: number }[] }>('GET', '/control/faults')
    const unanswered = faults[0]?.used ?? 0
    console.log(
      `threads ${wanted.size}, posts wanted ${postsWanted}, posts at X ${posts.length}, kills ${kills}, workers started ` +
        `${publishers.started()}, never answered ${unanswered}, attempts in doubt ${ended('in_doubt')}, cut off ${ended('lost')}, of them within a chain ${inChains.length}`,
    )
    expect(items.filter(({ status }) => status !== 'posted')).toEqual([])
    for (const { id, external_id } of items) {
      const root = byRoot.get(external_id ?? '')
      const found = root && { texts: chainFrom(root, answers), media: root.media.length }
      expect([id, found]).toEqual([id, wanted.get(id)])
    }
    // Every post belongs to a thread: none was started twice.
    expect(posts).toHaveLength(postsWanted)
    expect(kills).toBeGreaterThan(killsWanted / 2)
    expect(inChains.length).toBeGreaterThan(kills / 2)
    expect(unanswered).toBeGreaterThan(0)
  },
  (secondsMax + 60) * 1_000,
)
