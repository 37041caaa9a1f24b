import autocannon from 'autocannon'
import { sql } from 'kysely'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { connect } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { newId } from '@/lib/ids'
import { mintToken } from '@/lib/tokens/mint'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { startDatabase } from '@/tests/support/database/test-database'
import { startProcess } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { productEnv } from '@/tests/support/servers/product'
import { buildWithBareRoute } from './bare-server'
import { median, ms, perSecond, report } from './report'

type Load = { url: string; token?: string; body?: object; rate?: number; seconds?: number }

async function load({
  url,
  token,
  body,
  rate,
  seconds = 4,
}: Load): Promise<{ rps: number; p99: number; errors: number }> {
  const result = await autocannon({
    url,
    connections: rate ? 40 : 16,
    duration: seconds,
    ...(rate ? { overallRate: rate } : {}),
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { rps: result.requests.average, p99: result.latency.p99, errors: result.non2xx + result.errors }
}

/** Runs both alternately, three times, and returns the medians, so that other load on the machine affects both. */
async function compare(ours: Load, bare: Load): Promise<{ ours: number; bare: number; errors: number }> {
  const figures: { ours: number[]; bare: number[]; errors: number } = { ours: [], bare: [], errors: 0 }
  for (let turn = 0; turn < 3; turn++) {
    figures.bare.push((await load(bare)).rps)
    const { rps, errors } = await load(ours)
    figures.ours.push(rps)
    figures.errors += errors
  }
  return { ours: median(figures.ours), bare: median(figures.bare), errors: figures.errors }
}

const share = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}%`

/** Adds this number of stories with one scheduled post each, and as many events, each delivered to one endpoint. */
async function fill(databaseUrl: string, { userId, projectId }: Owner, rows: number): Promise<string> {
  const { db, close } = connect(databaseUrl, 1)
  const endpointId = newId()
  const endpoint = {
    id: endpointId,
    user_id: userId,
    project_id: projectId,
    url: 'https://example.com/',
    events: ['*'],
  }
  await db
    .insertInto('webhook_endpoints')
    .values({ ...endpoint, ...encryptSecret(endpointId, newSecret()) })
    .execute()
  const id = (kind: string) =>
    sql`(lpad(to_hex(n), 8, '0') || '-' || substr(md5(${projectId} || ${kind} || n), 1, 4) || '-7000-8000-' ||
      substr(md5(${projectId} || ${kind} || n), 5, 12))::uuid`
  const numbers = sql`generate_series(1, ${rows}::int) n`
  await sql`
    insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
    select ${id('s')}, ${projectId}, 'Story ' || n, '{x}', 'single', 'scheduled', now() + make_interval(mins => n)
    from ${numbers}`.execute(db)
  await sql`
    insert into queue_items (id, story_id, project_id, channel, status, scheduled_at, next_attempt_at)
    select ${id('q')}, ${id('s')}, ${projectId}, 'x', 'approved', now() + make_interval(mins => n), now() + make_interval(mins => n)
    from ${numbers}`.execute(db)
  await sql`
    insert into events (id, project_id, event, data, sequence, fanned_out_at)
    select ${id('e')}, ${projectId}, 'story.published', '{"story":{}}', n, now() from ${numbers}`.execute(db)
  await sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, event, status)
    select ${id('d')}, ${endpointId}, ${id('e')}, 'story.published', 'succeeded' from ${numbers}`.execute(db)
  // In production, autovacuum or its replacement job does this.
  for (const table of ['stories', 'queue_items', 'events', 'webhook_deliveries'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
  await close()
  return endpointId
}

type Owner = { userId: string; projectId: string }
type Filled = { token: string; endpointId: string }

/** Latency at a fixed request rate, compared with the bare handler at the same rate. */
async function openLoop(what: string, ours: Load, bare: Load, targetMs: number): Promise<void> {
  const floor = await load({ ...bare, rate: 300, seconds: 8 })
  const { p99, errors } = await load({ ...ours, rate: 300, seconds: 8 })
  report(
    `300 requests per second: ${what} p99`,
    ms(p99),
    `bare ${ms(floor.p99)}`,
    `target ${targetMs} ms, ${errors} errors`,
  )
}

/** S2: the same list in a project with a hundred times as many rows. */
async function reportSizes(base: string, small: Filled, large: Filled): Promise<void> {
  // The next twelve hours have 720 stories in both projects.
  const halfDay = { from: new Date().toISOString(), to: new Date(Date.now() + 12 * 3_600_000).toISOString() }
  const requests: [string, (filled: Filled) => string][] = [
    ['list of stories', () => 'stories?limit=50'],
    ['queue', () => 'queue?limit=50'],
    ['half day of the calendar', () => `calendar?${new URLSearchParams({ ...halfDay, by: 'hour' })}`],
    ['deliveries of an endpoint', ({ endpointId }) => `webhooks/${endpointId}/deliveries?limit=50`],
    ['events', () => 'events?limit=50'],
  ]
  for (const [what, path] of requests) {
    const [onLarge, onSmall] = [large, small].map((filled): Load => {
      return { url: `${base}/api/v1/${path(filled)}`, token: filled.token }
    }) as [Load, Load]
    for (const warm of [onSmall, onLarge]) await load({ ...warm, seconds: 2 })
    const { ours, bare: fewer, errors } = await compare(onLarge, onSmall)
    report(
      `${what} with 100,000 rows`,
      perSecond(ours),
      `with 1,000 ${perSecond(fewer)}`,
      `${(fewer / ours).toFixed(2)} × the time (target 1.15 ×), ${errors} errors`,
    )
  }
}

/** S1 and S2: requests per second compared with a bare handler, and the same lists with 1,000 and 100,000 rows. */
export async function benchHttp(): Promise<void> {
  const folder = buildWithBareRoute()
  const database = await startDatabase()
  const port = await freePort()
  const env = {
    ...productEnv(database.url, 'http://127.0.0.1:9'),
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  Object.assign(process.env, env, { LOG_LEVEL: 'silent' })
  reloadEnv()
  const server = startProcess('bench-server', ['scripts/server.mjs', folder], env)
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/bare`).catch(() => null))?.ok) await new Promise((end) => setTimeout(end, 100))

  const { db, close } = connect(database.url, 2)
  const userId = await ensureUser(db, { email: 'bench@example.com' })
  const project = async (name: string, rows: number): Promise<Filled> => {
    const projectId = await ensureProject(db, { userId, name })
    const endpointId = rows > 0 ? await fill(database.url, { userId, projectId }, rows) : ''
    return { token: (await mintToken(db, { userId, projectId, name: 'bench', scopes })).token, endpointId }
  }
  const small = await project('bench-1k', 1_000)
  const large = await project('bench-100k', 100_000)
  const empty = await project('bench-create', 0)
  await close()

  const bare = { url: `${base}/bare` }
  const list = ({ token }: Filled): Load => ({ url: `${base}/api/v1/stories?limit=50`, token })
  const body = { caption: 'A story from the bench', channels: ['x', 'threads'] }
  const create: Load = { url: `${base}/api/v1/stories`, token: empty.token, body }
  for (const warm of [bare, list(small), list(large), create]) await load({ ...warm, seconds: 2 })

  const lists = await compare(list(small), bare)
  report(
    'list of 50 stories',
    perSecond(lists.ours),
    `bare SELECT ${perSecond(lists.bare)}`,
    `${share(lists.ours, lists.bare)} (target 50%), ${lists.errors} errors`,
  )
  const creates = await compare(create, { ...bare, body })
  report(
    'create a story with two rows',
    perSecond(creates.ours),
    `bare SELECT ${perSecond(creates.bare)}`,
    `${share(creates.ours, creates.bare)} (target 35%), ${creates.errors} errors`,
  )
  await reportSizes(base, small, large)
  await openLoop('reads', list(small), bare, 40)
  await openLoop('writes', create, { ...bare, body }, 60)
  await server.kill()
  await database.stop()
}
