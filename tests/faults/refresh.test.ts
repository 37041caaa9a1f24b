import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { refreshUrgent } from '@/lib/connections/refresh/refresh-jobs'
import { connectAccount } from '@/lib/connections/service'
import { closeDatabase, database } from '@/lib/db/pool'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase } from '@/tests/support/database/test-database'
import { useEnvironment } from '@/tests/support/faults/callers'
import { eventually } from '@/tests/support/faults/eventually'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, startProcess } from '@/tests/support/processes/child-process'
import { controlAt, makeAccount, type SandboxAccount } from '@/tests/support/sandbox/accounts'
import { productEnv, startSandboxProcess } from '@/tests/support/servers/product'
import type { Order } from './refresher'

/**
 * An expired token is refreshed once, even if several processes need it, and a refresh that is killed between the
 * network's response and our commit loses no connection. The sandbox counts the calls. More than 20 s: a killed
 * refresh is found after its lease.
 */
let served: Served[] = []
let sandboxUrl = ''
let env: Record<string, string> = {}
const children: Child[] = []

beforeAll(async () => {
  const [db, sandbox] = [await createDatabase(), await startSandboxProcess()]
  served = [sandbox, db]
  sandboxUrl = sandbox.url
  env = { ...productEnv(db.url, sandbox.url), DATABASE_POOL_MAX: '5', LOG_LEVEL: 'warn' }
  useEnvironment(env)
})
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill('SIGKILL')
  await control('DELETE', '/control/faults')
})
afterAll(async () => {
  await closeDatabase()
  for (const { stop } of served) await stop()
})

const control = <T>(method: string, path: string, body?: unknown) => controlAt<T>(sandboxUrl, method, path, body)
type Token = { access_token: string; refresh_token: string | null }
const tokensPath = ({ network, account_id }: SandboxAccount) => `/control/accounts/${network}/${account_id}/tokens`
const tokensOf = async (account: SandboxAccount) =>
  (await control<{ tokens: Token[] }>('GET', tokensPath(account))).tokens

async function tokenCalls(network: string): Promise<number> {
  const { calls } = await control<{ calls: { call: string }[] }>('GET', `/control/calls?network=${network}&limit=2000`)
  return calls.filter(({ call }) => call === 'token' || call === 'refresh').length
}

/** A connection whose token expires in `endsIn` seconds, here and at the network. */
async function aConnection(channel: 'pinterest' | 'instagram', endsIn: number) {
  const name = `refresh-${crypto.randomUUID()}`
  const userId = await ensureUser(database(), { email: `${name}@example.com` })
  const projectId = await ensureProject(database(), { userId, name })
  const account = await makeAccount(sandboxUrl, channel)
  await control('POST', tokensPath(account), { expires_in_seconds: endsIn, age_seconds: 200_000 })
  const [held] = await tokensOf(account)
  const { id } = await connectAccount(database(), projectId, {
    channel,
    accountId: account.account_id,
    accountName: account.account_name,
    handle: account.handle,
    credentials: { kind: 'bearer', accessToken: held?.access_token ?? '', refreshToken: held?.refresh_token ?? null },
    expiresAt: new Date(Date.now() + endsIn * 1_000),
  })
  await database()
    .updateTable('social_connections')
    .set({ connected_at: new Date(Date.now() - 2e8) })
    .where('id', '=', id)
    .execute()
  return { id, projectId, account }
}

const rowOf = (id: string) =>
  database().selectFrom('social_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The next message of a process. Fails if the process exits instead. */
async function message({ process }: Child): Promise<unknown> {
  const ended = once(process, 'exit').then(([code]) => Promise.reject(new Error(`The process ended with ${code}.`)))
  ended.catch(() => {})
  const [said] = await Promise.race([once(process, 'message'), ended])
  return said
}

async function aProcess(
  slot: number,
): Promise<{ child: Child; order(order: Order): Promise<string[]>; begin(order: Order): void }> {
  const child = startProcess(`refresher-${slot}`, bundled('tests/faults/refresher.ts'), env)
  children.push(child)
  await message(child)
  const begin = (order: Order) => void child.process.send(order)
  return {
    child,
    begin,
    async order(order) {
      const answered = message(child)
      begin(order)
      return (await answered) as string[]
    },
  }
}

test('100 users in four processes with expired tokens: one refresh per connection', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => aConnection('pinterest', -60)))
  const processes = await Promise.all([0, 1, 2, 3].map(aProcess))
  await control('POST', '/control/settings', { network: 'pinterest', latency_ms: [20, 200] })
  const ids = made.map(({ id }) => id)
  const states = (await Promise.all(processes.map(({ order }) => order({ ids, users: 25 })))).flat()
  expect(states).toHaveLength(100 * ids.length)
  // Callers in the process that refreshed share its result.
  expect(new Set(states)).toEqual(new Set(['refreshed', 'fresh']))
  expect(await tokenCalls('pinterest')).toBe(ids.length)
  for (const { id, account } of made) {
    expect(await rowOf(id)).toMatchObject({ last_refresh_ok: true, refresh_failed_count: 0 })
    expect(await tokensOf(account)).toHaveLength(2)
  }
})

test('killed between the new token and our commit: detected within 60 s, no connection lost', async () => {
  // Both are within the week before expiry and still valid.
  const rotating = await aConnection('pinterest', 5 * 86_400)
  const reissuing = await aConnection('instagram', 5 * 86_400)
  const deaths = await Promise.all(
    [rotating, reissuing].map(async ({ id, account }, slot) => {
      const call = slot === 0 ? 'token' : 'refresh'
      await control('POST', '/control/faults', {
        network: account.network,
        call,
        fault: 'slow',
        delay_ms: 9_000,
        when: 'after',
        times: 1,
      })
      const { child, begin } = await aProcess(slot)
      begin({ ids: [id], users: 1 })
      await eventually(async () => (await tokensOf(account)).length === 2, 'The network gives a new token', 20)
      await child.kill('SIGKILL')
      expect((await rowOf(id)).refresh_started_at).not.toBeNull()
      return performance.now()
    }),
  )
  const isOver = async (id: string) => (await rowOf(id)).refresh_started_at === null
  while (performance.now() - Math.max(...deaths) < 60_000) {
    await refreshUrgent(database())
    if ((await isOver(rotating.id)) && (await isOver(reissuing.id))) break
    await sleep(200)
  }
  console.info(
    `Cut-off refreshes settled ${((performance.now() - Math.min(...deaths)) / 1_000).toFixed(1)} s after the kill.`,
  )
  // The network was called again and issued a third token.
  expect(await rowOf(reissuing.id)).toMatchObject({ status: 'active', last_refresh_ok: true, refresh_started_at: null })
  // The refresh token is used up, but the access token is valid: used until it expires, with an early warning.
  const row = await rowOf(rotating.id)
  expect(row).toMatchObject({ status: 'active', refresh_started_at: null, last_refresh_ok: false })
  expect(row.last_refresh_error).toContain('reconnect before')
  const events = await database()
    .selectFrom('events')
    .select('event')
    .where('project_id', '=', rotating.projectId)
    .execute()
  expect(events).toEqual([{ event: 'connection.expiring_soon' }])
  const checks = await database()
    .selectFrom('connection_checks')
    .select('code')
    .where('connection_id', '=', rotating.id)
    .orderBy('id')
    .execute()
  expect(checks.map(({ code }) => code)).toEqual(['interrupted', expect.any(String)])
})
