import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from '@/lib/db/pool'
import { aCaller, type Caller, eventually, inLanes, useEnvironment } from '../support/faults'
import { productEnv, type ServedDatabase, type Server, startDatabase, startServer } from '../support/product'

/**
 * Promise P5: one effect per idempotency key. Many callers send one request under one key at the same time, and again
 * until each has its answer, while the server is killed at random moments. Each key must have made one story, every
 * caller must have been told of that one, and no key may stay taken by a server that is dead.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const [keysWanted, callersPerKey, keysAtOnce] = isFull ? [1_000, 50, 10] : [120, 10, 20]
const stuckAfterSeconds = 60

let databaseServer: ServedDatabase
let server: Server
let caller: Caller
let isOver = false
let acknowledged = 0
/**
 * A server answers so many before it is killed, a quarter of those who wait: where a start takes ten seconds and a kill
 * comes after the first answers, the last of them would not be answered in any number of lives that fits the deadline.
 */
const answersOfALife = (keysAtOnce * callersPerKey) / 4

beforeAll(async () => {
  databaseServer = await startDatabase()
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

async function killAtRandom(): Promise<number> {
  let kills = 0
  while (!isOver) {
    const before = acknowledged
    await sleep(300 + Math.random() * 1_200)
    while (!isOver && acknowledged < before + answersOfALife) await sleep(20)
    if (isOver) break
    livedMs = lifeMs()
    bornMs = null
    await server.child.kill('SIGKILL')
    kills += 1
    server = await startServer(server.env, server.port)
    bornMs = performance.now()
  }
  return kills
}

type Outcome = { storyId: string; isReplayed: boolean }

/** How long servers have lived so far: while none does, nobody could free a key. */
let livedMs = 0
let bornMs: number | null = performance.now()
const lifeMs = (): number => livedMs + (bornMs === null ? 0 : performance.now() - bornMs)

/** At which time of life callers of a key were first told that another one is at work with it. */
const inProgressSinceMs = new Map<string, number>()
let longestInProgressMs = 0

function noteInProgress(key: string): void {
  const sinceMs = inProgressSinceMs.get(key) ?? lifeMs()
  inProgressSinceMs.set(key, sinceMs)
  longestInProgressMs = Math.max(longestInProgressMs, lifeMs() - sinceMs)
}

/** One try: null when the server died or asked to come again. */
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

test('a key has one effect, whoever repeats it and however often the server dies', async () => {
  const keys = Array.from({ length: keysWanted }, (_, index) => `key-${index}`)
  const told = new Map<string, Outcome[]>()
  const killer = killAtRandom()
  await inLanes(keys, keysAtOnce, async (key) => {
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
    told.set(key, outcomes)
  })
  isOver = true
  const kills = await killer

  const stories = await database().selectFrom('stories').select(['id', 'caption']).execute()
  const rows = await database().selectFrom('queue_items').select('id').execute()
  const { rows: stuck } = await sql`select key from idempotency_keys where response_status is null`.execute(database())
  const held = longestInProgressMs / 1_000
  console.log(
    `keys ${keysWanted}, callers of each ${callersPerKey}, kills ${kills}, stories ${stories.length}, ` +
      `longest in progress ${held.toFixed(1)} s, keys still taken ${stuck.length}`,
  )
  expect(stories).toHaveLength(keysWanted)
  expect(rows).toHaveLength(keysWanted * 2)
  const idOf = new Map(stories.map(({ caption, id }) => [caption, id]))
  for (const key of keys) {
    const outcomes = told.get(key) ?? []
    expect([key, outcomes.length, new Set(outcomes.map(({ storyId }) => storyId))]).toEqual([
      key,
      callersPerKey,
      new Set([idOf.get(key)]),
    ])
    // At most one saw it happen; if the server died before it could say so, none did.
    expect(outcomes.filter(({ isReplayed }) => !isReplayed).length).toBeLessThanOrEqual(1)
  }
  expect(stuck).toEqual([])
  expect(held).toBeLessThan(stuckAfterSeconds)
  expect(kills).toBeGreaterThan(2)
})
