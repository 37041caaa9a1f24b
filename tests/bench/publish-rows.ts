import { sql } from 'kysely'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import type { Served } from '@/tests/support/database/postgres'
import { insertStory } from '@/tests/support/database/story-rows'
import { connectAccounts, controlAt, makeAccount } from '@/tests/support/sandbox/accounts'

/** Networks with text posts, so that no media is measured. */
export const textChannels: ChannelId[] = ['x', 'threads', 'facebook', 'linkedin']

type Post = { network: string; title: string | null; text: string; created_at: string }
type Call = { network: ChannelId; account_id: string | null; call: string | null; at: string }

/** First call of a text post, if it is not `publish`. */
const firstCalls: Partial<Record<ChannelId, string>> = { threads: 'container' }

export type Project = { projectId: string; token: string; boardId: string }

export const needsImage: ReadonlySet<ChannelId> = new Set(['instagram', 'pinterest'])

/** Projects with an account on every network. */
export async function makeProjects(sandbox: Served, count: number): Promise<Project[]> {
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

let runs = 0

/** The name of a post in its text, or in its title on Ghost. */
const nameIn = (text: string): string => text.match(/Bench \d+\/\d+/)?.[0] ?? ''

/** Schedules this many posts, due at random times within `overSeconds`, and waits until all are published. */
export async function publishRows(
  sandbox: Served,
  projects: Project[],
  rows: number,
  channels: readonly ChannelId[],
  overSeconds = 1,
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
  const { rows: due } = await sql<{ at: Date }>`
    update queue_items set scheduled_at = now() + interval '3 seconds'
        + random() * make_interval(secs => ${overSeconds}),
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
