import { sql } from 'kysely'
import { encodeCursor } from '@/lib/api/pagination'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { connect, type Database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { mintToken } from '@/lib/tokens/mint'
import { startDatabase } from '@/tests/support/database/test-database'
import { script, startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { productEnv } from '@/tests/support/servers/product'
import { type FilledInbox, fillInbox, longThread } from './inbox-fill'
import { median, ms, percentile, report } from './report'

const sizes = { small: 10_000, large: 1_000_000 }
const calls = 40

type Filled = FilledInbox & { projectId: string; token: string; oldId: string; cursor: string }

/**
 * Measures lists, searches and threads of the inbox in projects with 10,000 and 1,000,000 messages. Targets: p95 below
 * 100 ms, and 1.15 times the time.
 */
export async function benchInboxReads(): Promise<void> {
  const server = await startDatabase()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...productEnv(server.url, 'http://127.0.0.1:9'),
    ...{ PORT: String(port), HOST: '127.0.0.1', APP_URL: url, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'silent' },
    // Filling takes a while.
    DATABASE_QUERY_TIMEOUT_SECONDS: '900',
  }
  Object.assign(process.env, env)
  reloadEnv()
  const { db, close } = connect(server.url, 2)
  const api = startProcess('bench-inbox', script('tests/support/servers/api-server.ts'), env)
  await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'The server')
  const [small, large] = [await fill(db, sizes.small), await fill(db, sizes.large)]
  for (const [what, pathOf] of requests) await compare(what, url, pathOf, { small, large })
  await api.kill()
  await close()
  await server.stop()
}

async function fill(db: Database, messages: number): Promise<Filled> {
  const userId = await ensureUser(db, { email: 'bench@example.com' })
  const projectId = await ensureProject(db, { userId, name: `bench-${messages}` })
  const filled = await fillInbox(db, { projectId, userId, messages })
  const { token } = await mintToken(db, { userId, projectId, name: 'bench', scopes })
  const { rows } = await sql<{ oldId: string }>`
    select id as "oldId" from inbox_messages where conversation_id = ${filled.longId}
    order by sent_at, id offset 500 limit 1`.execute(db)
  const { rows: lasts } = await sql<{ at: Date; id: string }>`
    select last_message_at as at, id from inbox_conversations where project_id = ${projectId} and not archived
    order by last_message_at limit 1 offset ${messages / 100}::int`.execute(db)
  const [last] = lasts
  const cursor = last ? encodeCursor('inbox', `${last.at.getTime()}:${last.id}`) : ''
  return { ...filled, projectId, token, oldId: rows[0]?.oldId ?? '', cursor }
}

const conversations = (query: string) => () => `conversations?limit=25${query}`

const requests: [string, (filled: Filled) => string][] = [
  ['list', conversations('')],
  ['list, deep page', ({ cursor }) => `conversations?limit=25&cursor=${cursor}`],
  ['list, status', conversations('&status=open')],
  ['list, unread', conversations('&unread=true')],
  ['list, unread and open', conversations('&unread=true&status=open')],
  ['list, mine', conversations('&assignee=me')],
  ['list, unassigned', conversations('&assignee=none')],
  ['list, story', ({ storyId }) => `conversations?limit=25&story_id=${storyId}`],
  ['list, tag of one in five', conversations('&tag=question')],
  ['list, rare tag', conversations('&tag=vip')],
  ['counts', () => 'counts?'],
  ['search, word in every second message', conversations('&q=bakery')],
  ['search, word in one message of 100', conversations('&q=croissant')],
  ['search, rare word', conversations('&q=sourdough')],
  ['search, no such word', conversations('&q=nothing')],
  ['search, author', conversations('&q=number000077')],
  ['search, two words', conversations('&q=bakery%20espresso')],
  ['search, two words of no common message', conversations('&q=bakery%20croissant')],
  ['search, frequent long ago', conversations('&q=christmas')],
  ['thread of 10', ({ shortId }) => `conversations/${shortId}?`],
  [`thread of ${longThread.toLocaleString('en')}`, ({ longId }) => `conversations/${longId}?`],
  ['its oldest page', ({ longId, oldId }) => `conversations/${longId}?before=${oldId}`],
]

async function compare(
  what: string,
  url: string,
  pathOf: (filled: Filled) => string,
  { small, large }: Record<'small' | 'large', Filled>,
): Promise<void> {
  const call = async (filled: Filled): Promise<number> => {
    const path = pathOf(filled)
    // A conversation is in one project.
    const project = path.startsWith('conversations/') ? '' : `&project_id=${filled.projectId}`
    const startedMs = performance.now()
    const response = await fetch(`${url}/api/inbox/${path}${project}`, {
      headers: { authorization: `Bearer ${filled.token}` },
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${body}`)
    return performance.now() - startedMs
  }
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  // Alternately, so that other load on the machine affects both. The first calls are not counted.
  for (let turn = -3; turn < calls; turn++) {
    const [fewer, more] = [await call(small), await call(large)]
    if (turn < 0) continue
    times.small.push(fewer)
    times.large.push(more)
  }
  const [fewer, more] = [percentile(times.small, 0.95), percentile(times.large, 0.95)]
  const medians = [median(times.small), median(times.large)] as const
  report(
    `1,000,000 messages: ${what}, p95`,
    ms(more),
    `with 10,000 ${ms(fewer)}`,
    `medians ${ms(medians[1])} and ${ms(medians[0])}, ${(medians[1] / medians[0]).toFixed(2)} ×`,
  )
}
