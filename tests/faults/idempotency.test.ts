import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from '@/lib/db/pool'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase } from '@/tests/support/database/test-database'
import { aCaller, type Caller, useEnvironment } from '@/tests/support/faults/callers'
import { eventually } from '@/tests/support/faults/eventually'
import { inParallel } from '@/tests/support/faults/in-parallel'
import { productEnv, type Server, startServer } from '@/tests/support/servers/product'

/**
 * One effect per idempotency key. Many callers repeat one request with one key until they get a response, while the
 * server is killed at random. Each key must create one story, every caller must get that story, and a killed server
 * must not keep a key locked. More than 20 s: the server is started again after every kill.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const [keysPerRound, callersPerKey, keysAtOnce] = isFull ? [1_000, 50, 10] : [60, 10, 20]
const stuckAfterSeconds = 60
/** A fast machine may finish a round of keys with fewer kills; then another round follows. */
const killsWanted = 3

let databaseServer: Served
let server: Server
let caller: Caller
let isOver = false
let kills = 0
let acknowledged = 0
/** Mean responses before a kill: a quarter of the waiting callers. With fewer, slow starts would exceed the deadline. */
const responsesPerKill = (keysAtOnce * callersPerKey) / 4

beforeAll(async () => {
  databaseServer = await createDatabase()
  const env = {
    ...productEnv(databaseServer.url, 'http://127.0.0.1:9'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    IDEMPOTENCY_LEASE_SECONDS: '3',
    LOG_LEVEL: 'error',
  }
  useEnvironment(env)
  caller = await aCaller('idempotency')
  server = await startServer(env)
})

afterAll(async () => {
  isOver = true
  await server.child.kill('SIGKILL')
  await closeDatabase()
  await databaseServer.stop()
})

async function killAtRandom(): Promise<void> {
  while (!isOver) {
    // Counted in responses, not in time: a fast machine would finish before the third kill.
    const killAt = acknowledged + responsesPerKill * (0.5 + Math.random())
    while (!isOver && acknowledged < killAt) await sleep(5)
    if (isOver) break
    uptimeMs = currentUptimeMs()
    serverStartMs = null
    await server.child.kill('SIGKILL')
    kills += 1
    server = await startServer(server.env, server.port)
    serverStartMs = performance.now()
  }
}

type Outcome = { storyId: string; isReplayed: boolean }

/** Total uptime of the servers. Keys can be freed only while a server runs. */
let uptimeMs = 0
let serverStartMs: number | null = performance.now()
const currentUptimeMs = (): number => uptimeMs + (serverStartMs === null ? 0 : performance.now() - serverStartMs)

/** By key: server uptime at the first `request_in_progress` response. */
const inProgressSinceMs = new Map<string, number>()
let longestInProgressMs = 0

function noteInProgress(key: string): void {
  const sinceMs = inProgressSinceMs.get(key) ?? currentUptimeMs()
  inProgressSinceMs.set(key, sinceMs)
  longestInProgressMs = Math.max(longestInProgressMs, currentUptimeMs() - sinceMs)
}

/** One try. Null if the server was killed or the caller must retry. */
async function tryOnce(key: string): Promise<Outcome | null> {
  const response = await fetch(`${server.url}/api/v1/stories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ caption: key, channels: ['x', 'threads'] }),
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response || text === null || text === undefined) return null
  const body = JSON.parse(text)
  if (response.status === 201) {
    acknowledged += 1
    return { storyId: body.story.id, isReplayed: response.headers.get('idempotent-replayed') === 'true' }
  }
  if (response.status === 409 || response.status === 503) {
    expect(['request_in_progress', 'unavailable']).toContain(body.error.code)
    if (response.status === 409) noteInProgress(key)
    return null
  }
  throw new Error(`${key}: ${response.status} ${text}`)
}

/** All callers of one key, each repeating its request until it gets a response. */
async function repeat(key: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await Promise.all(
    Array.from({ length: callersPerKey }, async () => {
      let outcome: Outcome | null = null
      await eventually(
        async () => {
          outcome = await tryOnce(key)
          return outcome !== null
        },
        `An answer for ${key}`,
        stuckAfterSeconds * 2,
      )
      if (outcome) outcomes.push(outcome)
    }),
  )
  return outcomes
}

test('a key has one effect, however often it is repeated and the server is killed', async () => {
  const keys: string[] = []
  const told = new Map<string, Outcome[]>()
  const killer = killAtRandom()
  while (keys.length === 0 || kills < killsWanted) {
    const round = Array.from({ length: keysPerRound }, (_, index) => `key-${keys.length + index}`)
    keys.push(...round)
    await inParallel(round, keysAtOnce, async (key) => {
      told.set(key, await repeat(key))
    })
  }
  isOver = true
  await killer

  const stories = await database().selectFrom('stories').select(['id', 'caption']).execute()
  const rows = await database().selectFrom('queue_items').select('id').execute()
  const { rows: stuck } = await sql`select key from idempotency_keys where response_status is null`.execute(database())
  const held = longestInProgressMs / 1_000
  console.log(
    `keys ${keys.length}, callers of each ${callersPerKey}, kills ${kills}, stories ${stories.length}, ` +
      `longest in progress ${held.toFixed(1)} s, keys still taken ${stuck.length}`,
  )
  expect(stories).toHaveLength(keys.length)
  expect(rows).toHaveLength(keys.length * 2)
  const idOf = new Map(stories.map(({ caption, id }) => [caption, id]))
  for (const key of keys) {
    const outcomes = told.get(key) ?? []
    expect([key, outcomes.length, new Set(outcomes.map(({ storyId }) => storyId))]).toEqual([
      key,
      callersPerKey,
      new Set([idOf.get(key)]),
    ])
    // At most one caller got the first response; none if the server was killed before it.
    expect(outcomes.filter(({ isReplayed }) => !isReplayed).length).toBeLessThanOrEqual(1)
  }
  expect(stuck).toEqual([])
  expect(held).toBeLessThan(stuckAfterSeconds)
})
