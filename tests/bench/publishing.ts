import { once } from 'node:events'
import { sql } from 'kysely'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { closeDatabase, database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import type { Served } from '@/tests/support/database/postgres'
import { insertStory } from '@/tests/support/database/story-rows'
import { startDatabase } from '@/tests/support/database/test-database'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, startProcess } from '@/tests/support/processes/child-process'
import { connectAccounts, controlAt, makeAccount } from '@/tests/support/sandbox/accounts'
import { productEnv, startSandboxProcess } from '@/tests/support/servers/product'
import { ms, percentile, perSecond, report } from './report'

/** Networks with text posts, so that no media is measured. */
const textChannels: ChannelId[] = ['x', 'threads', 'facebook', 'linkedin']
const rowsOfOneNetwork = 200
const networkMs = 300

type Post = { network: string; title: string | null; text: string; created_at: string }
type Call = { network: ChannelId; account_id: string | null; call: string | null; at: string }

/** First call of a text post, if it is not `publish`. */
const firstCalls: Partial<Record<ChannelId, string>> = { threads: 'container' }

/**
 * Measures rows published per second, and the lateness of 1, 1,000 and 3,000 rows due in one second when the networks
 * take 300 ms: until the first byte at the network, and until the post exists. `BENCH_BURSTS=1` measures only the
 * lateness.
 */
export async function benchPublishing(): Promise<void> {
  const databaseServer = await startDatabase()
  const sandbox = await startSandboxProcess()
  const env = {
    ...productEnv(databaseServer.url, sandbox.url),
    LOG_LEVEL: 'warn',
  }
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
  await controlAt(sandbox.url, 'POST', '/control/settings', { detect_duplicates: false, enforce_quotas: false })
  const projects = await makeProjects(sandbox, 40)

  const bare = await bareCeiling(sandbox, projects)
  const worker = startProcess('bench-worker', bundled('tests/bench/publish-worker.ts'), env)
  if (process.env.BENCH_BURSTS !== '1') await benchAnswersAtOnce(sandbox, projects, bare)
  await benchBursts(sandbox, projects, bare, worker)
  await end(worker, sandbox, databaseServer)
}

async function benchAnswersAtOnce(sandbox: Served, projects: Project[], bare: number): Promise<void> {
  const quick = await publishRows(sandbox, projects, 1_000, textChannels)
  report(
    'rows published, instant responses',
    perSecond(quick.perSecond),
    `bare calls ${perSecond(bare)}`,
    `${Math.round((quick.perSecond / bare) * 100)}%`,
  )
  for (const channel of channelIds) await benchNetwork(sandbox, projects, channel, bare)
}

async function benchBursts(sandbox: Served, projects: Project[], bare: number, worker: Child): Promise<void> {
  await controlAt(sandbox.url, 'POST', '/control/settings', { latency_ms: networkMs })
  for (const rows of [1, 1_000, 3_000]) {
    await statementsOf(worker)
    const { posted, firstByte } = await publishRows(sandbox, projects, rows, textChannels)
    const what = `${rows.toLocaleString('en')} due in one second, networks take ${networkMs} ms`
    for (const [lateness, note] of [
      [firstByte, 'due to first byte at the network'],
      [posted, 'due to posted at the network'],
    ] as const)
      report(what, `p50 ${ms(percentile(lateness, 0.5))}`, `p99 ${ms(percentile(lateness, 0.99))}`, note)
    const floorMs = (rows / bare) * 1_000
    const statements = await statementsOf(worker)
    report(
      `${what}, p99 to first byte`,
      `${(percentile(firstByte, 0.99) / floorMs).toFixed(2)} ×`,
      `bare ${perSecond(bare)}`,
      `${(statements / rows).toFixed(2)} statements a row`,
    )
  }
}

/** Statements that the worker has sent to the database since the last call. */
async function statementsOf({ process }: Child): Promise<number> {
  const reply = once(process, 'message')
  process.send({})
  const [{ statements }] = await reply
  return statements
}

/** A plain post on one network, with an image if the network needs one. Reported with the calls per post. */
async function benchNetwork(sandbox: Served, projects: Project[], channel: ChannelId, bare: number): Promise<void> {
  const startedAt = new Date().toISOString()
  const { perSecond: rate } = await publishRows(sandbox, projects, rowsOfOneNetwork, [channel])
  const path = `/control/calls?network=${channel}&limit=2000`
  const { calls } = await controlAt<{ calls: { at: string }[] }>(sandbox.url, 'GET', path)
  const callsPerPost = calls.filter(({ at }) => at >= startedAt).length / rowsOfOneNetwork
  report(
    `${channel}, ${needsImage.has(channel) ? 'one image' : 'text'}, instant responses`,
    perSecond(rate),
    `bare calls ${perSecond(bare)}`,
    `${Math.round(callsPerPost)} calls a post`,
  )
}

async function end(worker: Child, sandbox: Served, databaseServer: Served): Promise<void> {
  await worker.kill()
  await closeDatabase()
  await sandbox.stop()
  await databaseServer.stop()
}

type Project = { projectId: string; token: string; boardId: string }

const needsImage: ReadonlySet<ChannelId> = new Set(['instagram', 'pinterest'])

async function makeProjects(sandbox: Served, count: number): Promise<Project[]> {
  const db = database()
  const projects: Project[] = []
  for (let index = 0; index < count; index++) {
    const userId = await ensureUser(db, { email: `bench-${index}@example.com` })
    const projectId = await ensureProject(db, { userId, name: `Bench ${index}` })
    const accounts = await Promise.all(channelIds.map((channel) => makeAccount(sandbox.url, channel)))
    await connectAccounts({ userId, projectId }, accounts)
    const facebook = accounts.find(({ network }) => network === 'facebook')
    const token = `${facebook?.account_id} ${facebook?.credentials.access_token}`
    const boardId = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]?.id ?? ''
    projects.push({ projectId, token, boardId })
  }
  return projects
}

/** Calls per second without the publisher: text posts to the sandbox, 40 at a time. */
async function bareCeiling(sandbox: Served, projects: Project[]): Promise<number> {
  const posts = 1_000
  const startedMs = performance.now()
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < posts; index = next++) {
      const [account, token] = projects[index % projects.length]?.token.split(' ') ?? []
      const response = await fetch(`${sandbox.url}/facebook/v25.0/${account}/feed`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: `Bare ${index}` }),
      })
      if (!response.ok) throw new Error(await response.text())
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: 40 }, lane))
  return posts / ((performance.now() - startedMs) / 1000)
}

let runs = 0

/** The name of a post in its text, or in its title on Ghost. */
const nameIn = (text: string): string => text.match(/Bench \d+\/\d+/)?.[0] ?? ''

async function publishRows(
  sandbox: Served,
  projects: Project[],
  rows: number,
  channels: readonly ChannelId[],
): Promise<{ perSecond: number; posted: number[]; firstByte: number[] }> {
  const db = database()
  runs += 1
  const startedAt = new Date().toISOString()
  await controlAt(sandbox.url, 'DELETE', '/control/posts')
  for (let index = 0; index < rows; index++) {
    const project = projects[index % projects.length]
    const channel = channels[Math.floor(index / projects.length) % channels.length] ?? 'x'
    await insertStory(db, {
      projectId: project?.projectId ?? '',
      channels: [channel],
      caption: `Bench ${runs}/${index}`,
      dueIn: 3_600,
      ...(needsImage.has(channel) ? { slides: [{ media_url: `${sandbox.url}/samples/dawn.jpg` }] } : {}),
      ...(channel === 'pinterest' ? { overrides: { pinterest: { board_id: project?.boardId } } } : {}),
    })
  }
  // All become due within one second.
  const { rows: due } = await sql<{ at: Date }>`
    update queue_items set scheduled_at = now() + interval '3 seconds' + random() * interval '1 second',
      next_attempt_at = now() + interval '3 seconds'
    where status = 'approved' returning now() + interval '3 seconds' as at`.execute(db)
  await sql`update queue_items set next_attempt_at = scheduled_at where status = 'approved'`.execute(db)
  for (;;) {
    const { rows: left } = await sql<{
      left: number
    }>`select count(*)::int as left from queue_items where status = 'approved'`.execute(db)
    if (left[0]?.left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const { posts } = await controlAt<{ posts: Post[] }>(sandbox.url, 'GET', '/control/posts')
  const items = await db
    .selectFrom('queue_items')
    .innerJoin('stories', 'stories.id', 'queue_items.story_id')
    .innerJoin('social_connections as c', (join) =>
      join.onRef('c.project_id', '=', 'stories.project_id').onRef('c.channel', '=', 'queue_items.channel'),
    )
    .select(['stories.caption', 'queue_items.scheduled_at', 'queue_items.channel', 'c.account_id'])
    .where('stories.caption', 'like', `Bench ${runs}/%`)
    .execute()
  const postedAt = new Map(
    posts.map(({ title, text, created_at }) => [nameIn(`${title} ${text}`), new Date(created_at).getTime()]),
  )
  const dueAt = (item: (typeof items)[number]): number => item.scheduled_at?.getTime() ?? 0
  const posted = items.flatMap((item) => {
    const at = postedAt.get(item.caption)
    return at ? [at - dueAt(item)] : []
  })
  if (posted.length !== rows) throw new Error(`${rows - posted.length} of ${rows} rows were not posted`)
  const firstByte = await firstByteLateness(
    sandbox,
    startedAt,
    items.map((item) => ({ account: `${item.channel}/${item.account_id}`, dueMs: dueAt(item) })),
  )
  const lastMs = Math.max(...postedAt.values())
  return { perSecond: rows / ((lastMs - (due[0]?.at.getTime() ?? lastMs)) / 1000), posted, firstByte }
}

/**
 * Lateness of each row's first call. The sandbox does not know rows, so the earliest call of an account is matched with
 * its earliest row: rows of one account are claimed in due order.
 */
async function firstByteLateness(
  sandbox: Served,
  startedAt: string,
  rows: { account: string; dueMs: number }[],
): Promise<number[]> {
  const { calls } = await controlAt<{ calls: Call[] }>(sandbox.url, 'GET', '/control/calls?limit=20000')
  const first = calls.filter(({ network, call, at }) => at >= startedAt && call === (firstCalls[network] ?? 'publish'))
  const calledMs = byAccount(first.map(({ network, account_id, at }) => [`${network}/${account_id}`, Date.parse(at)]))
  const dueMs = byAccount(rows.map(({ account, dueMs }) => [account, dueMs]))
  return [...dueMs].flatMap(([account, due]) => {
    const called = calledMs.get(account) ?? []
    if (called.length !== due.length) throw new Error(`${account}: ${called.length} first calls for ${due.length} rows`)
    return due.map((at, index) => (called[index] ?? at) - at)
  })
}

function byAccount(entries: [account: string, timeMs: number][]): Map<string, number[]> {
  const times = new Map<string, number[]>()
  for (const [account, timeMs] of entries) times.set(account, [...(times.get(account) ?? []), timeMs])
  for (const of of times.values()) of.sort((a, b) => a - b)
  return times
}
