import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database, transaction } from '@/lib/db/pool'
import { appendEvents } from '@/lib/events/append'
import type { EventName } from '@/lib/events/names'
import { newId } from '@/lib/ids'
import type { DatabaseServer } from '@/tests/support/database/postgres'
import { startDatabase } from '@/tests/support/database/test-database'
import { aCaller, type Caller, useEnvironment } from '@/tests/support/faults/callers'
import { eventually } from '@/tests/support/faults/eventually'
import { bundled } from '@/tests/support/processes/bundle'
import { type Child, startProcess } from '@/tests/support/processes/child-process'
import { type Received, type Receivers, startHostileReceivers } from '@/tests/support/servers/hostile-receivers'
import { productEnv } from '@/tests/support/servers/product'
import { insertEndpoint, type TestEndpoint } from '@/tests/support/webhooks/webhooks'

/**
 * Every committed event reaches every working endpoint, and repeated deliveries have the same id and bytes. Two
 * workers deliver to receivers that hang, reset, redirect, send endless or invalid responses, or are down for a
 * while. Meanwhile the workers are killed and the database crashes. The receivers record what they get. More than 20
 * s: every kill is followed by a start and by the lease of the killed worker.
 */
const eventsWanted = Number(process.env.FAULT_EVENTS ?? 1_000)
/** Workers are killed in each, and at the end. */
const rounds = Math.min(20, Math.ceil(eventsWanted / 100))
/** Appended while `revived` is disabled, so that it misses some. */
const missedEvents = 50
/** Appended at the end, when all receivers are back. */
const lastEvents = 100
let kills = 0

/** Event names of each receiver. Broken ones need only enough events to be disabled. */
const subscriptions: Record<string, EventName[]> = {
  good: ['story.published', 'story.scheduled', 'story.failed', 'story.skipped'],
  flaky: ['story.scheduled'],
  endless: ['story.skipped'],
  revived: ['story.skipped'],
  fails: ['story.failed'],
  resets: ['story.failed'],
  redirects: ['story.failed'],
  short: ['story.failed'],
  hangs: ['story.failed'],
  drips: ['story.failed'],
  garbage: ['story.failed'],
  closes: ['story.failed'],
  untrusted: ['story.failed'],
}
const living = ['good', 'flaky', 'endless', 'revived']
/** Each failure takes ten seconds, so the test disables these. */
const slow = ['hangs', 'drips']
const dead = Object.keys(subscriptions).filter((behaviour) => !living.includes(behaviour))
/** Receivers that record every request. */
const recordingReceivers = [
  'good',
  'flaky',
  'endless',
  'revived',
  'fails',
  'resets',
  'redirects',
  'short',
  'hangs',
  'drips',
]

let db: DatabaseServer
let receivers: Receivers
let caller: Caller
let env: Record<string, string>
const endpoints = new Map<string, TestEndpoint>()
const workers: Child[] = []

beforeAll(async () => {
  db = await startDatabase()
  env = {
    ...productEnv(db.url, 'http://127.0.0.1:9'),
    ALLOW_INSECURE_WEBHOOKS: '1',
    // A kill interrupts at most this many.
    WEBHOOK_CONCURRENCY: '32',
    LOG_LEVEL: 'warn',
  }
  useEnvironment(env)
  receivers = await startHostileReceivers()
  caller = await aCaller('events')
  for (const [behaviour, events] of Object.entries(subscriptions)) {
    const endpoint = await insertEndpoint({ project: caller, url: receivers.urlOf(behaviour), events })
    endpoints.set(behaviour, endpoint)
    receivers.secrets.set(behaviour, endpoint.secret)
  }
})
afterAll(async () => {
  for (const worker of workers) await worker.kill('SIGKILL')
  receivers?.stop()
  await closeDatabase()
  await db?.stop()
})

const startWorker = (slot: number): void => {
  workers[slot] = startProcess(`deliverer-${slot}`, bundled('tests/faults/deliverer.ts'), env)
}

/** Deliveries in progress at a kill or crash. They may be sent again. */
const doubtful = new Set<string>()

async function noteDoubtful(): Promise<void> {
  const rows = await database()
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', 'in_flight')
    .execute()
  for (const { id } of rows) doubtful.add(id)
}

/** SIGKILL, also while a request waits for its response: between sending and recording. */
async function kill(slots: number[]): Promise<void> {
  await Promise.all(slots.map((slot) => workers[slot]?.kill('SIGKILL')))
  await noteDoubtful()
}

/** While deliveries are in progress, or after some seconds: a starting worker has none. */
const killAtWork = (slots: number[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const once = { kill: () => void kill(slots).then(resolve, reject) }
    const run = (): void => {
      once.kill()
      once.kill = () => {}
    }
    receivers.atArrival(1 + Math.floor(Math.random() * 40), run)
    setTimeout(run, 5_000)
  })

const idOf = (behaviour: string): string => endpoints.get(behaviour)?.id ?? ''

/** Skips the waits for retries and paused receivers. */
async function skipWaiting(): Promise<void> {
  await sql`update webhook_endpoints set paused_until = null where paused_until is not null`.execute(database())
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where status = 'failed' and next_attempt_at > now()
      and endpoint_id = any(${living.map(idOf)}::uuid[])`.execute(database())
}

const nameOf = (index: number): EventName =>
  index % 25 === 7
    ? 'story.failed'
    : index % 10 === 3
      ? 'story.skipped'
      : index % 10 === 5
        ? 'story.scheduled'
        : 'story.published'

let made = 0
/** In transactions of several dozen events. */
async function makeEvents(count: number): Promise<void> {
  for (const end = made + count; made < end; ) {
    const events = Array.from({ length: Math.min(50, end - made) }, (_, index) => ({
      projectId: caller.projectId,
      event: nameOf(made + index),
      data: { story: { id: newId(), caption: `Bread ${made + index} — “warm” 🥖\u2028` } },
    }))
    await transaction(database(), (tx) => appendEvents(tx, events))
    made += events.length
  }
}

const countOf = async (manners: string[], statuses: string[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries
    where endpoint_id = any(${manners.map(idOf)}::uuid[]) and status = any(${statuses}::text[])`.execute(database())
  return rows[0]?.count ?? 0
}

const isOff = async (manners: string[]): Promise<boolean> => {
  const rows = await database()
    .selectFrom('webhook_endpoints')
    .select('health_status')
    .where('id', 'in', manners.map(idOf))
    .execute()
  return rows.every(({ health_status }) => health_status === 'auto_disabled')
}

const areAllFannedOut = async (): Promise<boolean> => {
  const { rows } = await sql`select from events where fanned_out_at is null limit 1`.execute(database())
  return rows.length === 0
}

/** Reactivates a receiver and replays the missed events. */
async function reactivate(behaviour: string): Promise<void> {
  await database()
    .updateTable('webhook_endpoints')
    .set({ active: true, health_status: 'healthy', consecutive_failures: 0, last_failure_at: null, paused_until: null })
    .where('id', '=', idOf(behaviour))
    .execute()
}

/** The slow receivers have failed often enough to raise an alert. */
async function switchOff(behaviour: string): Promise<void> {
  const where = (): Promise<{ health_status: string }> =>
    database()
      .selectFrom('webhook_endpoints')
      .select('health_status')
      .where('id', '=', idOf(behaviour))
      .executeTakeFirstOrThrow()
  await eventually(async () => (await where()).health_status !== 'healthy', `${behaviour} is unhealthy`, 120)
  await database().updateTable('webhook_endpoints').set({ active: false }).where('id', '=', idOf(behaviour)).execute()
}

const openStatuses = ['pending', 'in_flight', 'failed']

async function deliverUnderFire(): Promise<void> {
  startWorker(0)
  startWorker(1)
  for (let round = 0; round < rounds; round++) {
    // In every third round all workers are killed.
    const slots = round % 3 === 2 ? [0, 1] : [round % 2]
    const killed = killAtWork(slots)
    await makeEvents(Math.floor((eventsWanted - missedEvents - lastEvents) / rounds))
    await killed
    if (round === Math.floor(rounds / 2)) await crashDatabase()
    for (const slot of slots) startWorker(slot)
    kills += slots.length
    await skipWaiting()
    await eventually(hasWorkers, 'A worker delivers', 60)
  }
  await makeEvents(eventsWanted - missedEvents - lastEvents - made)
}

/** Waits until something was delivered since the last kill. */
async function hasWorkers(): Promise<boolean> {
  return (await countOf(['good'], ['pending', 'failed'])) < eventsWanted / rounds / 2
}

async function crashDatabase(): Promise<void> {
  await db.restart()
  await eventually(
    () =>
      noteDoubtful().then(
        () => true,
        () => false,
      ),
    'The database answers',
    60,
  )
}

/** Kills all workers, so that all leases can be ended without waiting. */
async function endLeases(): Promise<void> {
  await kill([0, 1])
  kills += 2
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where status = 'in_flight' and next_attempt_at is not null`.execute(database())
  for (const slot of [0, 1]) startWorker(slot)
}

test(`${eventsWanted} events with killed workers, bad receivers and a crash: each arrives, and repeated deliveries are identical`, async () => {
  await deliverUnderFire()
  await endLeases()
  const skipping = async (isDone: () => Promise<boolean>): Promise<boolean> => {
    await skipWaiting()
    await sleep(250)
    return isDone()
  }
  await eventually(
    () => skipping(() => isOff([...dead.filter((behaviour) => !slow.includes(behaviour)), 'revived'])),
    'Those that fail are switched off',
    300,
  )
  await makeEvents(missedEvents)
  await eventually(areAllFannedOut, 'Every event has its deliveries', 60)
  await receivers.revive()
  await reactivate('revived')
  const lastFrom = newId()
  await makeEvents(lastEvents)
  await eventually(
    () => skipping(async () => (await countOf(living, openStatuses)) === 0),
    'Everything is delivered to the living',
    60 + eventsWanted / 50,
  )
  for (const behaviour of slow) await switchOff(behaviour)
  await eventually(async () => (await inFlight()).length === 0, 'Nothing is under way to the dead', 60).catch(() => {})
  expect(await inFlight()).toEqual([])
  await checkReceivers(lastFrom)
}, 3_600_000)

const inFlight = () =>
  database()
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select(['e.url', 'e.health_status', 'd.fence', 'd.attempt_count', 'd.next_attempt_at', 'd.updated_at'])
    .where('d.status', '=', 'in_flight')
    .execute()

type Row = { id: string; event_id: string; status: string; fence: number; attempt_count: number; attempts: number }

const rowsOf = async (behaviour: string): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select d.id, d.event_id, d.status, d.fence, d.attempt_count,
      (select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as attempts
    from webhook_deliveries d where d.endpoint_id = ${idOf(behaviour)}`.execute(database())
  return rows
}

async function checkReceivers(lastFrom: string): Promise<void> {
  expect(receivers.forged).toEqual([])
  const events = await database().selectFrom('events').select(['id', 'event', 'sequence']).orderBy('id').execute()
  expect(events).toHaveLength(eventsWanted)
  expect(events.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: eventsWanted }, (_, index) => index + 1),
  )
  let repeats = 0
  for (const [behaviour, names] of Object.entries(subscriptions)) {
    const rows = await rowsOf(behaviour)
    const received = receivers.received.get(behaviour) ?? new Map<string, Received>()
    const all = events.filter(({ event }) => names.includes(event as EventName)).map(({ id }) => id)
    const wanted = (await wasNeverOff(behaviour)) ? all : receivedWhileActive(behaviour, all, rows, lastFrom)
    expect([behaviour, rows.map(({ event_id }) => event_id).sort()]).toEqual([behaviour, wanted])
    expect([behaviour, rows.filter(({ attempts, attempt_count }) => attempts !== attempt_count)]).toEqual([
      behaviour,
      [],
    ])
    if (recordingReceivers.includes(behaviour)) checkLog(behaviour, rows, received)
    if (!living.includes(behaviour)) continue
    expect([behaviour, wanted.filter((id) => !received.get(id)?.accepted)]).toEqual([behaviour, []])
    const twice = rows.filter(({ event_id }) => (received.get(event_id)?.accepted ?? 0) > 1)
    // Only deliveries in progress at a kill may be accepted twice.
    expect([behaviour, twice.filter(({ id }) => !doubtful.has(id))]).toEqual([behaviour, []])
    repeats += twice.length
  }
  for (const behaviour of dead)
    expect([behaviour, receivers.received.get(behaviour)?.size ?? 0]).not.toEqual([behaviour, eventsWanted])
  console.log(
    `events ${eventsWanted}, deliveries to the living ${await countOf(living, ['succeeded'])}, workers killed ` +
      `${kills}, under way at a death ${doubtful.size}, accepted more than once ${repeats}`,
  )
}

/** In a long run the slow receivers fail ten times and are disabled before the test disables them. */
const wasNeverOff = async (behaviour: string): Promise<boolean> =>
  slow.includes(behaviour) ? !(await isOff([behaviour])) : living.includes(behaviour) && behaviour !== 'revived'

/** An endpoint that was off misses one gap and gets everything before and after. */
function receivedWhileActive(behaviour: string, all: string[], rows: Row[], lastFrom: string): string[] {
  const got = rows.map(({ event_id }) => event_id).sort()
  // A slow one can fail for the tenth time after the last event.
  if (slow.includes(behaviour) && got.length === all.length) return all
  const firstMissed = all.findIndex((id, index) => id !== got[index])
  const heardSince = got.length - firstMissed
  // It was disabled after ten failures, so it received some events.
  expect([behaviour, firstMissed > 0]).toEqual([behaviour, true])
  expect([behaviour, heardSince >= all.filter((id) => id > lastFrom).length]).toEqual([
    behaviour,
    behaviour === 'revived',
  ])
  return [...all.slice(0, firstMissed), ...all.slice(all.length - heardSince)]
}

/** Every recorded attempt arrived, and an unrecorded one was sent by a worker that was killed. */
function checkLog(behaviour: string, rows: Row[], received: Map<string, Received>): void {
  const isWrong = ({ event_id, attempts, fence }: Row): boolean => {
    const arrivals = received.get(event_id)?.arrivals ?? 0
    // Nothing listened at `revived` for a while, so it did not see all attempts.
    return (behaviour !== 'revived' && attempts > arrivals) || arrivals > fence
  }
  expect([behaviour, rows.filter(isWrong)]).toEqual([behaviour, []])
  expect([behaviour, [...received.values()].filter(({ bodies }) => bodies.size !== 1)]).toEqual([behaviour, []])
}
