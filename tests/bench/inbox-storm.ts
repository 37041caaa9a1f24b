import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { closeDatabase, database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { ensureBuilt } from '@/scripts/build/ensure-built'
import { startDatabase } from '@/tests/support/database/test-database'
import { signatureOf } from '@/tests/support/inbox/delivery-forms'
import { checkStorm, makeStorm, type Storm, type StormAccount, type StormDelivery } from '@/tests/support/inbox/storm'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, startProcess, until } from '@/tests/support/processes/child-process'
import { controlAt } from '@/tests/support/sandbox/accounts'
import { productEnv, startSandboxProcess, startServer } from '@/tests/support/servers/product'
import { makeProjects, type Project, publishRows, textChannels } from './publish-rows'
import { ms, percentile, report } from './report'

const deliveryCount = 10_000
const stormSeconds = 60
const postCount = 600
const kills = 5

/**
 * Sends 10,000 signed deliveries in a minute to the server, one in five repeated and one in twenty late, while posts are
 * published. One worker does both; a second one only processes the inbox and is killed five times.
 */
export async function benchInboxStorm(): Promise<void> {
  if (process.env.TEST_SERVER !== 'api') await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  const databaseServer = await startDatabase()
  const sandbox = await startSandboxProcess()
  const env = { ...productEnv(databaseServer.url, sandbox.url), LOG_LEVEL: 'error' }
  Object.assign(process.env, env, { DATABASE_POOL_MAX: '5' })
  reloadEnv()
  const server = await startServer(env)
  await controlAt(sandbox.url, 'POST', '/control/settings', { detect_duplicates: false, enforce_quotas: false })
  await controlAt(sandbox.url, 'POST', '/control/settings', { latency_ms: 300 })
  const projects = await makeProjects(sandbox, 20)
  const worker = startProcess('bench-worker', bundled('tests/bench/connector-worker.ts'), env)
  const post = () => publishRows(sandbox, projects, postCount, textChannels, stormSeconds)
  await publishRows(sandbox, projects, 40, textChannels)
  await longestTurn(worker)
  const before = { ...(await post()), turnMs: await longestTurn(worker) }
  const storm = makeStorm(await accountsOf(projects), deliveryCount)
  const sending = sendAndKill(server.url, storm, env)
  const during = { ...(await post()), turnMs: await longestTurn(worker) }
  const { ackMs, refused, secondsToEnd } = await sending
  const sent = `${deliveryCount.toLocaleString('en')} deliveries in ${stormSeconds} s`
  report(
    `${sent}, acknowledged`,
    `p99 ${ms(percentile(ackMs, 0.99))}`,
    `p50 ${ms(percentile(ackMs, 0.5))}`,
    `target p99 2 s; ${refused} refused`,
  )
  report('until all are processed', `${secondsToEnd.toFixed(1)} s`, `${kills} kills`, 'after the last delivery')
  const { stored, missing, surplus, threadsOutOfOrder, wrongSummaries, events } = await checkStorm(database(), storm)
  report(
    'messages',
    `${stored}`,
    `expected ${storm.messageCount}`,
    `${missing} missing, ${surplus} too many, ${events} events`,
  )
  report(
    'threads out of order',
    `${threadsOutOfOrder}`,
    `of ${storm.threads.size}`,
    `${wrongSummaries} wrong summaries`,
  )
  for (const share of [0.5, 0.99]) {
    const [without, withStorm] = [percentile(before.firstByte, share), percentile(during.firstByte, share)]
    const what = `post due to first byte during that, p${share * 100}`
    report(what, ms(withStorm), `without ${ms(without)}`, `${(withStorm / without).toFixed(2)} ×`)
  }
  report('longest delay of the event loop', ms(during.turnMs), `without ${ms(before.turnMs)}`)
  await worker.kill()
  await closeDatabase()
  await Promise.all([server.stop(), sandbox.stop()])
  await databaseServer.stop()
}

async function longestTurn({ process }: Child): Promise<number> {
  const reply = once(process, 'message')
  process.send({})
  const [{ longestMs }] = await reply
  return longestMs
}

async function accountsOf(projects: readonly Project[]): Promise<StormAccount[]> {
  const { rows } = await sql<StormAccount>`
    select project_id as "projectId", channel as platform, account_id as "accountId" from social_connections
    where channel in ('instagram', 'facebook') and project_id = any(${projects.map(({ projectId }) => projectId)}::uuid[])
    order by id`.execute(database())
  return rows
}

type Sent = { ackMs: number[]; refused: number; secondsToEnd: number }

async function sendAndKill(url: string, storm: Storm, env: Record<string, string>): Promise<Sent> {
  const start = () => startProcess('bench-inbox-worker', bundled('tests/faults/inbox-worker.ts'), env)
  let victim = start()
  const killing = (async () => {
    for (let kill = 0; kill < kills; kill++) {
      await sleep((stormSeconds * 1_000) / (kills + 1))
      await victim.kill('SIGKILL')
      victim = start()
    }
  })()
  const sent = await send(url, storm)
  await killing
  const endedMs = performance.now()
  await until(isProcessed, 'The last message', 300)
  const secondsToEnd = (performance.now() - endedMs) / 1_000
  await victim.kill()
  return { ...sent, secondsToEnd }
}

async function isProcessed(): Promise<boolean> {
  const { rows } = await sql`select 1 from inbox_deliveries where processed_at is null limit 1`.execute(database())
  return rows.length === 0
}

/**
 * Sends at a fixed rate, whatever the responses take, and again what was not acknowledged. The time is measured from
 * when the delivery was due.
 */
async function send(url: string, { deliveries }: Storm): Promise<Omit<Sent, 'secondsToEnd'>> {
  const agent = new Agent({ connections: 64 })
  const startedMs = performance.now()
  const ackMs: number[] = []
  let refused = 0
  const isAcknowledged = async ({ platform, body }: StormDelivery): Promise<boolean> => {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(body, platform) }
    const target = `${url}/api/webhooks/${platform}-inbox`
    try {
      const response = await request(target, { method: 'POST', headers, body, dispatcher: agent })
      await response.body.dump()
      return response.statusCode === 200
    } catch {
      return false
    }
  }
  const all = deliveries.map(async (delivery, index) => {
    const dueMs = startedMs + (index * stormSeconds * 1_000) / deliveries.length
    await sleep(Math.max(0, dueMs - performance.now()))
    for (let attempt = 1; !(await isAcknowledged(delivery)); attempt++) {
      if (attempt === 10) throw new Error('A delivery was refused ten times; see .test/logs/server.log')
      refused += 1
      await sleep(1_000)
    }
    ackMs.push(performance.now() - dueMs)
  })
  await Promise.all(all)
  await agent.close()
  return { ackMs, refused }
}
