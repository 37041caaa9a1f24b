import { once } from 'node:events'
import { sql } from 'kysely'
import { insertAutomation } from '@/lib/automations/repository'
import { runAutomations } from '@/lib/automations/run/run-automations'
import { checkDue } from '@/lib/connectors/check/check-due'
import { closeDatabase, database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { newId } from '@/lib/ids'
import { insertConnector } from '@/tests/support/connectors/connectors'
import { startDatabase } from '@/tests/support/database/test-database'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, script, startProcess, until } from '@/tests/support/processes/child-process'
import { measureTurns } from '@/tests/support/processes/event-loop-meter'
import { freePort } from '@/tests/support/processes/free-port'
import { controlAt } from '@/tests/support/sandbox/accounts'
import { productEnv, startSandboxProcess } from '@/tests/support/servers/product'
import { makeProjects, type Project, publishRows, textChannels } from './publish-rows'
import { ms, percentile, report } from './report'

const connectorCount = 1_000
const postCount = 600
/** The poll takes longer: sources that hang are waited for. */
const postSeconds = 60
const arrivingItems = 10_000

/**
 * Measures how long one worker takes to check 1,000 due connectors, the lateness of posts with and without that, and
 * 10,000 new items at once.
 */
export async function benchConnectors(): Promise<void> {
  const databaseServer = await startDatabase()
  const sandbox = await startSandboxProcess()
  const env = { ...productEnv(databaseServer.url, sandbox.url), LOG_LEVEL: 'error' }
  Object.assign(process.env, env, { LOG_LEVEL: 'error', DATABASE_POOL_MAX: '5' })
  reloadEnv()
  await controlAt(sandbox.url, 'POST', '/control/settings', { detect_duplicates: false, enforce_quotas: false })
  await controlAt(sandbox.url, 'POST', '/control/settings', { latency_ms: 300 })
  const [projects, sources] = [await makeProjects(sandbox, 20), await startSources()]
  const worker = startProcess('bench-worker', bundled('tests/bench/connector-worker.ts'), env)
  const post = () => publishRows(sandbox, projects, postCount, textChannels, postSeconds)
  await publishRows(sandbox, projects, 40, textChannels)
  await longestTurn(worker)
  const alone = { ...(await post()), turnMs: await longestTurn(worker) }
  const polling = poll(projects, sources.url)
  const polled = { ...(await post()), turnMs: await longestTurn(worker) }
  const { seconds, checked, items } = await polling
  report(
    `${checked.toLocaleString('en')} connectors checked by one worker`,
    `${(seconds / 60).toFixed(1)} min`,
    `${items.toLocaleString('en')} new items`,
    'target 15 min; 1 in 20 sources hangs',
  )
  for (const share of [0.5, 0.99]) {
    const [before, during] = [percentile(alone.firstByte, share), percentile(polled.firstByte, share)]
    const what = `post due to first byte during the checks, p${share * 100}`
    report(what, ms(during), `without ${ms(before)}`, ratio(during, before))
  }
  report('longest delay of the event loop', ms(polled.turnMs), `without ${ms(alone.turnMs)}`)
  await worker.kill()
  await benchArrivals(projects, sources.url)
  await closeDatabase()
  await Promise.all([sources.child.kill(), sandbox.stop()])
  await databaseServer.stop()
}

const ratio = (value: number, baseline: number): string => `${(value / baseline).toFixed(2)} ×`

async function startSources(): Promise<{ url: string; child: Child }> {
  const port = await freePort()
  const child = startProcess('bench-sources', script('tests/bench/source-server.ts', String(port)), {})
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/items/1`).catch(() => null))?.ok ?? false, 'The sources')
  return { url, child }
}

async function longestTurn({ process }: Child): Promise<number> {
  const reply = once(process, 'message')
  process.send({})
  const [{ longestMs }] = await reply
  return longestMs
}

/** Makes all connectors due, and waits until the worker has checked them. */
async function poll(
  projects: readonly Project[],
  sourcesUrl: string,
): Promise<{ seconds: number; checked: number; items: number }> {
  for (let index = 0; index < connectorCount; index++) {
    const { projectId = '' } = projects[index % projects.length] ?? {}
    await insertConnector({ projectId, url: `${sourcesUrl}/feed/${index}` })
  }
  const startedMs = performance.now()
  await sql`update connectors set next_check_at = now()`.execute(database())
  const counts = async () => {
    const { rows } = await sql<{ checked: number; items: number }>`
      select count(*) filter (where last_checked_at is not null)::int as checked,
        (select count(*)::int from connector_items) as items
      from connectors`.execute(database())
    return rows[0] ?? { checked: 0, items: 0 }
  }
  await until(async () => (await counts()).checked === connectorCount, 'The last check', 1_800)
  return { seconds: (performance.now() - startedMs) / 1_000, ...(await counts()) }
}

/** A feed whose 10,000 items are all new, and an automation that gets 10,000 items at once. */
async function benchArrivals([project]: readonly Project[], sourcesUrl: string): Promise<void> {
  const projectId = project?.projectId ?? ''
  const connectorId = await insertConnector({
    projectId,
    url: `${sourcesUrl}/items/${arrivingItems}`,
    created_at: new Date(Date.now() - 86_400_000),
  })
  await sql`update connectors set next_check_at = now() where id = ${connectorId}`.execute(database())
  const check = await timed(() => checkDue(database()))
  const feed = `feed with ${arrivingItems.toLocaleString('en')} new items, one check`
  report(feed, ms(check.ms), `longest turn ${ms(check.turnMs)}`, `${check.result.new_items} taken`)
  const id = await anAutomation(projectId, connectorId)
  await insertItems(projectId, connectorId)
  const run = await timed(() => runAutomations(database()))
  const { rows } = await sql<{ stories: number; items: number; runs: number }>`
    select count(distinct story_id)::int as stories, count(distinct subject)::int as items, count(*)::int as runs
    from automation_runs where automation_id = ${id}`.execute(database())
  const { stories = 0, items = 0, runs = 0 } = rows[0] ?? {}
  const automation = `automation that gets ${arrivingItems.toLocaleString('en')} items at once`
  report(automation, ms(run.ms), `longest turn ${ms(run.turnMs)}`, `${stories} stories, target 10`)
  report('its log', `${runs.toLocaleString('en')} runs`, `${items.toLocaleString('en')} items`, 'each once')
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number; turnMs: number }> {
  const turns = measureTurns()
  const startedMs = performance.now()
  try {
    const result = await work()
    return { result, ms: performance.now() - startedMs, turnMs: turns.takeLongestMs() }
  } finally {
    turns.stop()
  }
}

async function anAutomation(projectId: string, connectorId: string): Promise<string> {
  const [id, template_id] = [newId(), newId()]
  const caption = 'New: {{item.title}}'
  await database()
    .insertInto('templates')
    .values({ id: template_id, project_id: projectId, name: 'New article', caption })
    .execute()
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await insertAutomation(database(), {
    ...{ id, project_id: projectId, name: 'Blog to X', trigger: { kind: 'connector_item', contains: null } },
    ...{ template_id, connector_id: connectorId, channels: ['x'], mode: 'draft', schedule: { kind: 'next_free_time' } },
    ...{ attach_media: true, active: true, activated_at: anHourAgo, checked_at: anHourAgo, failure_count: 0 },
  })
  return id
}

async function insertItems(projectId: string, connectorId: string): Promise<void> {
  const ids = Array.from({ length: arrivingItems }, () => newId())
  await sql`
    insert into connector_items (id, connector_id, project_id, item_key, fields, is_first_poll)
    select id, ${connectorId}, ${projectId}, id::text,
      jsonb_build_object('title', 'Article ' || n, 'link', 'https://blog.example/' || n), false
    from unnest(${ids}::uuid[]) with ordinality as t (id, n)`.execute(database())
}
