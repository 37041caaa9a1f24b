import { once } from 'node:events'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import type { Served } from '@/tests/support/database/postgres'
import { startDatabase } from '@/tests/support/database/test-database'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, startProcess } from '@/tests/support/processes/child-process'
import { controlAt } from '@/tests/support/sandbox/accounts'
import { productEnv, startSandboxProcess } from '@/tests/support/servers/product'
import { makeProjects, needsImage, type Project, publishRows, textChannels } from './publish-rows'
import { ms, percentile, perSecond, report } from './report'

const rowsOfOneNetwork = 200
const networkMs = 300

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
