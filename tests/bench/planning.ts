import { sql } from 'kysely'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { connect, type Database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { newId } from '@/lib/ids'
import { detectMoments } from '@/lib/moments/detect-moments'
import { sendPillarAlerts } from '@/lib/pillars/alerts'
import { createDueStories } from '@/lib/recurring/run/create-due-stories'
import { mintToken } from '@/lib/tokens/mint'
import { startDatabase } from '@/tests/support/database/test-database'
import { script, startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { productEnv } from '@/tests/support/servers/product'
import { ms, percentile, report } from './report'

const contentTypes = ['recipes', 'community', 'offers', 'people']

type Fill = { stories: number; days: number; withReadings?: boolean }

/** Adds published stories of one post each, spread evenly over the last days, with metrics, and four pillars. */
async function fill(db: Database, projectId: string, { stories, days, withReadings }: Fill): Promise<void> {
  const id = (kind: string) => sql`md5(${projectId} || ${kind} || n)::uuid`
  const at = sql`now() - make_interval(hours => 30) - n * (make_interval(days => ${days}) / ${stories}::int)`
  const numbers = sql`generate_series(1, ${stories}::int) n`
  const value = (base: number) => sql`(${base} * (0.6 + random()))::int`
  const types = sql`${contentTypes}::text[]`
  await sql`
    insert into stories (id, project_id, caption, channels, post_type, status, scheduled_at, published_at, content_type)
    select ${id('s')}, ${projectId}, 'Story ' || n, '{instagram}', 'single', 'published', ${at}, ${at},
      (${types})[1 + n % ${contentTypes.length}::int]
    from ${numbers}`.execute(db)
  await sql`
    insert into queue_items (id, story_id, project_id, channel, status, scheduled_at, published_at)
    select ${id('q')}, ${id('s')}, ${projectId}, 'instagram', 'posted', ${at}, ${at} from ${numbers}`.execute(db)
  await sql`
    insert into post_metrics (queue_item_id, story_id, project_id, channel, published_at, impressions, reach, saves,
      shares, likes, comments, as_of, settled_at)
    select ${id('q')}, ${id('s')}, ${projectId}, 'instagram', ${at}, ${value(2_000)}, ${value(1_600)}, ${value(30)},
      ${value(12)}, ${value(90)}, ${value(8)}, now(), now()
    from ${numbers}`.execute(db)
  if (withReadings)
    await sql`
      insert into metric_readings (id, queue_item_id, project_id, kind, impressions, reach, saves, shares, likes,
        comments, taken_at)
      select gen_random_uuid(), queue_item_id, project_id, '24h', impressions, reach, saves, shares, likes, comments,
        published_at + interval '24 hours'
      from post_metrics where project_id = ${projectId}`.execute(db)
  await addPillars(db, projectId)
}

async function addPillars(db: Database, projectId: string): Promise<void> {
  const pillars = contentTypes.map((content_type, position) => ({
    id: newId(),
    project_id: projectId,
    content_type,
    name: content_type,
    position,
    benchmark_metric: 'save_rate',
    benchmark_value: 0.02,
    max_gap_days: 1,
  }))
  await db.insertInto('pillars').values(pillars).execute()
}

/** In production, autovacuum or its replacement job does this. */
async function analyze(db: Database): Promise<void> {
  for (const table of ['stories', 'queue_items', 'post_metrics', 'metric_readings', 'pillars', 'recurring_templates'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}

async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await call()
  return performance.now() - startedMs
}

type Project = { projectId: string; token: string }

/** S9: the same request in a project with a hundred times as many stories. */
async function benchRequests(url: string, small: Project, large: Project): Promise<void> {
  const requests: [string, (project: Project) => [string, object?]][] = [
    ['insights/run, 30 days', ({ projectId }) => ['/api/insights/run', { project_id: projectId }]],
    [
      'insights/run, 365 days',
      ({ projectId }) => ['/api/insights/run', { project_id: projectId, filter: { window_days: 365, min_saves: 5 } }],
    ],
    ['pillar performance, 30 days', ({ projectId }) => [`/api/analytics/pillar-performance?project_id=${projectId}`]],
    [
      'pillar performance, 365 days',
      ({ projectId }) => [`/api/analytics/pillar-performance?window=365&project_id=${projectId}`],
    ],
    ['recommendations', ({ projectId }) => [`/api/v1/recommendations?project_id=${projectId}`]],
  ]
  for (const [what, request] of requests) {
    const call = async (project: Project): Promise<number> => {
      const [path, body] = request(project)
      return millisecondsOf(async () => {
        const response = await fetch(url + path, {
          method: body ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${project.token}`, 'content-type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        await response.arrayBuffer()
      })
    }
    const times: { small: number[]; large: number[] } = { small: [], large: [] }
    // Alternately, so that other load on the machine affects both. The first calls are not counted.
    for (let turn = -3; turn < 30; turn++) {
      const [fewer, more] = [await call(small), await call(large)]
      if (turn < 0) continue
      times.small.push(fewer)
      times.large.push(more)
    }
    const [fewer, more] = [percentile(times.small, 0.95), percentile(times.large, 0.95)]
    report(
      `${what}, 100,000 stories, p95`,
      ms(more),
      `with 1,000 ${ms(fewer)}`,
      `${(more / fewer).toFixed(2)} × the time, target 300 ms`,
    )
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

/** Requests and jobs of planning: insights, pillars, recurring posts and moments. */
export async function benchPlanning(): Promise<void> {
  const server = await startDatabase()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    ...productEnv(server.url, 'http://127.0.0.1:9'),
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  }
  Object.assign(process.env, env)
  reloadEnv()
  // Without the limits of a request: filling takes a while.
  const { db, close } = connect(server.url, 2)
  const userId = await ensureUser(db, { email: 'bench@example.com' })
  const project = async (name: string, rows: Fill): Promise<Project> => {
    const projectId = await ensureProject(db, { userId, name })
    await fill(db, projectId, rows)
    return { projectId, token: (await mintToken(db, { userId, projectId, name, scopes })).token }
  }
  const api = startProcess('bench-planning', script('tests/support/servers/api-server.ts'), env)
  await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'The server')
  const small = await project('bench-1k', { stories: 1_000, days: 365 })
  const large = await project('bench-100k', { stories: 100_000, days: 365 })
  await analyze(db)
  await benchRequests(url, small, large)
  await api.kill()
  await benchJobs(db, userId)
  await close()
  await server.stop()
}

async function benchJobs(db: Database, userId: string): Promise<void> {
  for (let number = 0; number < 100; number++) {
    const projectId = await ensureProject(db, { userId, name: `bench-synced-${number}` })
    await fill(db, projectId, { stories: 100, days: 12, withReadings: true })
  }
  for (let number = 0; number < 900; number++)
    await addPillars(db, await ensureProject(db, { userId, name: `bench-pillars-${number}` }))
  await analyze(db)
  const detected = { readings: 0, moments: 0 }
  const detecting = await millisecondsOf(async () => Object.assign(detected, await detectMoments(db)))
  report(
    `moments after a sync of ${detected.readings.toLocaleString('en')} posts`,
    seconds(detecting),
    `${detected.moments} moments`,
    'target 60 s',
  )
  const alerts = { gaps: 0, below: 0 }
  const alerting = await millisecondsOf(async () => Object.assign(alerts, await sendPillarAlerts(db)))
  report('pillar job for 1,000 projects', seconds(alerting), `${alerts.gaps + alerts.below} alerts`, 'target 60 s')
  await addDueTemplates(db)
  await analyze(db)
  const created = { scheduled: 0, drafts: 0 }
  const creating = await millisecondsOf(async () => Object.assign(created, await createDueStories(db)))
  report(
    `${(created.scheduled + created.drafts).toLocaleString('en')} due recurring posts`,
    seconds(creating),
    '',
    'target 60 s for 10,000',
  )
}

/** A hundred daily templates in each of a hundred projects, due now. */
async function addDueTemplates(db: Database): Promise<void> {
  const story = JSON.stringify({ caption: 'It is {{weekday}}', channels: ['x'] })
  await sql`
    insert into recurring_templates (id, project_id, name, story, cadence, timezone, active, create_ahead_minutes,
      covered_through, next_slot_at, due_at)
    select gen_random_uuid(), p.id, 'Template ' || n, ${story}::jsonb,
      jsonb_build_object('kind', 'daily', 'time', to_char(slot at time zone 'UTC', 'HH24:MI')), 'UTC', true, 720, now(),
      slot, now()
    from (select id from projects where name like 'bench-synced-%') p, generate_series(1, 100) n,
      date_trunc('hour', now() + interval '11 hours') slot`.execute(db)
}
