import autocannon from 'autocannon'
import { sql } from 'kysely'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { connect } from '@/lib/db/pool'
import { mintToken } from '@/lib/tokens/mint'
import { tryPort } from '@/scripts/support/ports'
import { productEnv, startDatabase, startProcess } from '../support/product'
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

/** The two in turn, three times, and the medians: what the machine does meanwhile meets both. */
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

const share = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`

async function fill(databaseUrl: string, projectId: string, stories: number): Promise<void> {
  const { db, close } = connect(databaseUrl, 1)
  const id = sql`lpad(to_hex(n), 8, '0') || '-' || substr(md5(${projectId} || n), 1, 4) || '-7000-8000-' || substr(md5(${projectId} || n), 5, 12)`
  await sql`
    insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at)
    select (${id})::uuid, ${projectId}, 'Story ' || n, '{x,threads}', 'single', 'scheduled', now() + make_interval(mins => n)
    from generate_series(1, ${stories}::int) n`.execute(db)
  // As autovacuum, or the job that stands in for it, would have done by then.
  await sql`vacuum (analyze) stories`.execute(db)
  await close()
}

/** Latency at a rate that does not wait for answers, beside the bare handler's at the same rate. */
async function openLoop(what: string, ours: Load, bare: Load, targetMs: number): Promise<void> {
  const floor = await load({ ...bare, rate: 300, seconds: 8 })
  const { p99, errors } = await load({ ...ours, rate: 300, seconds: 8 })
  report(
    `300 requests a second: ${what} p99`,
    ms(p99),
    `bare ${ms(floor.p99)}`,
    `target ${targetMs} ms, ${errors} errors`,
  )
}

/** S1 and S2: requests per second beside a bare handler, and the same list on 1,000 and on 100,000 stories. */
export async function benchHttp(): Promise<void> {
  const folder = buildWithBareRoute()
  const database = await startDatabase()
  const port = (await tryPort(0)) ?? 0
  const env = {
    ...productEnv(database.url, 'http://127.0.0.1:9'),
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
  }
  const server = startProcess('bench-server', ['scripts/server.mjs', folder], env)
  const base = `http://127.0.0.1:${port}`
  while (!(await fetch(`${base}/bare`).catch(() => null))?.ok) await new Promise((end) => setTimeout(end, 100))

  const { db, close } = connect(database.url, 2)
  const userId = await ensureUser(db, { email: 'bench@example.com' })
  const tokenFor = async (name: string, stories: number): Promise<string> => {
    const projectId = await ensureProject(db, { userId, name })
    if (stories > 0) await fill(database.url, projectId, stories)
    return (await mintToken(db, { userId, projectId, name: 'bench', scopes })).token
  }
  const small = await tokenFor('bench-1k', 1_000)
  const large = await tokenFor('bench-100k', 100_000)
  const empty = await tokenFor('bench-create', 0)
  await close()

  const bare = { url: `${base}/bare` }
  const list = (token: string): Load => ({ url: `${base}/api/v1/stories?limit=50`, token })
  const body = { caption: 'A story from the bench', channels: ['x', 'threads'] }
  const create: Load = { url: `${base}/api/v1/stories`, token: empty, body }
  for (const warm of [bare, list(small), list(large), create]) await load({ ...warm, seconds: 2 })

  const lists = await compare(list(small), bare)
  report(
    'list of 50 stories',
    perSecond(lists.ours),
    `bare SELECT ${perSecond(lists.bare)}`,
    `${share(lists.ours, lists.bare)} (target 50 %), ${lists.errors} errors`,
  )
  const creates = await compare(create, { ...bare, body })
  report(
    'create a story with two rows',
    perSecond(creates.ours),
    `bare SELECT ${perSecond(creates.bare)}`,
    `${share(creates.ours, creates.bare)} (target 35 %), ${creates.errors} errors`,
  )
  const sizes = await compare(list(large), list(small))
  report(
    'the same list on 100,000 stories',
    perSecond(sizes.ours),
    `on 1,000 ${perSecond(sizes.bare)}`,
    `${(sizes.bare / sizes.ours).toFixed(2)} × the time (target 1.15 ×)`,
  )
  // Twelve hours hold the same 720 stories in both; the large one has 99,000 more beyond them.
  const halfDay = { from: new Date().toISOString(), to: new Date(Date.now() + 12 * 3_600_000).toISOString() }
  const stretch = (token: string): Load => ({
    url: `${base}/api/v1/calendar?${new URLSearchParams({ ...halfDay, by: 'hour' })}`,
    token,
  })
  for (const warm of [stretch(small), stretch(large)]) await load({ ...warm, seconds: 2 })
  const stretches = await compare(stretch(large), stretch(small))
  report(
    'the same half day of the calendar on 100,000 stories',
    perSecond(stretches.ours),
    `on 1,000 ${perSecond(stretches.bare)}`,
    `${(stretches.bare / stretches.ours).toFixed(2)} × the time (target 1.15 ×), ${stretches.errors} errors`,
  )
  await openLoop('reads', list(small), bare, 40)
  await openLoop('writes', create, { ...bare, body }, 60)
  await server.kill()
  await database.stop()
}
