import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database, transaction } from '@/lib/db/pool'
import { appendEvents } from '@/lib/events/append'
import type { EventName } from '@/lib/events/names'
import { newId } from '@/lib/ids'
import { bundled } from '../support/bundle'
import { aCaller, type Caller, eventually, useEnvironment } from '../support/faults'
import { type Heard, type Receivers, startHostileReceivers } from '../support/hostile-receivers'
import { type Child, productEnv, type ServedDatabase, startDatabase, startProcess } from '../support/product'
import { insertEndpoint, type TestEndpoint } from '../support/webhooks'

/**
 * Promise P4: every event that was committed reaches every endpoint that lives, and what comes twice has the same id
 * and the same bytes. Two workers deliver to receivers that hang, reset, redirect, drip, never end, lie, are down and
 * come back, while the workers are killed and the database crashes. The judges are the receivers' own books.
 */
const eventsWanted = Number(process.env.FAULT_EVENTS ?? 2_000)
/** In each somebody is killed: 26 deaths, and two more at the end. */
const rounds = 20
/** Made at last, when the one that was away is back. */
const lastEvents = 100
let kills = 0

/** What each receiver hears of. Those that never answer rightly need no more than it takes to be switched off. */
const hears: Record<string, EventName[]> = {
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
/** Each failure takes ten seconds, so these are switched off by hand. */
const slow = ['hangs', 'drips']
const dead = Object.keys(hears).filter((manner) => !living.includes(manner))
/** Those whose book has every request that was written to them. */
const witnesses = ['good', 'flaky', 'endless', 'revived', 'fails', 'resets', 'redirects', 'short', 'hangs', 'drips']

let db: ServedDatabase
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
    // So few that a kill loses some tens at most.
    WEBHOOK_CONCURRENCY: '32',
    LOG_LEVEL: 'warn',
  }
  useEnvironment(env)
  receivers = await startHostileReceivers()
  caller = await aCaller('events')
  for (const [manner, events] of Object.entries(hears)) {
    const endpoint = await insertEndpoint({ project: caller, url: receivers.urlOf(manner), events })
    endpoints.set(manner, endpoint)
    receivers.secrets.set(manner, endpoint.secret)
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

/** Deliveries that were under way when a worker or the database died: theirs may be sent again. */
const doubtful = new Set<string>()

async function noteDoubtful(): Promise<void> {
  const rows = await database()
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', 'in_flight')
    .execute()
  for (const { id } of rows) doubtful.add(id)
}

/** SIGKILL, and the same at a receiver's request that is not answered yet: between sending and recording. */
async function kill(slots: number[]): Promise<void> {
  await Promise.all(slots.map((slot) => workers[slot]?.kill('SIGKILL')))
  await noteDoubtful()
}

/** In the middle of the work, or after some seconds without any: a worker that is still starting has none. */
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

const idOf = (manner: string): string => endpoints.get(manner)?.id ?? ''

/** Retries, and the pauses of receivers that fail, are not waited for. */
async function skipWaiting(): Promise<void> {
  await sql`update webhook_endpoints set paused_until = null where paused_until is not null`.execute(database())
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where status = 'failed' and next_attempt_at > now()
      and endpoint_id = any(${living.map(idOf)}::uuid[])`.execute(database())
}

const nameOf = (index: number): EventName =>
  index % 50 === 7
    ? 'story.failed'
    : index % 20 === 3
      ? 'story.skipped'
      : index % 10 === 5
        ? 'story.scheduled'
        : 'story.published'

let made = 0
/** As a change commits them: some tens at a time. */
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

/** What a person does whose receiver is back. */
async function reactivate(manner: string): Promise<void> {
  await database()
    .updateTable('webhook_endpoints')
    .set({ active: true, health_status: 'healthy', consecutive_failures: 0, last_failure_at: null, paused_until: null })
    .where('id', '=', idOf(manner))
    .execute()
}

/** Those that take ten seconds to fail have failed often enough to be told of. */
async function switchOff(manner: string): Promise<void> {
  const where = (): Promise<{ health_status: string }> =>
    database()
      .selectFrom('webhook_endpoints')
      .select('health_status')
      .where('id', '=', idOf(manner))
      .executeTakeFirstOrThrow()
  await eventually(async () => (await where()).health_status !== 'healthy', `${manner} is unhealthy`, 120)
  await database().updateTable('webhook_endpoints').set({ active: false }).where('id', '=', idOf(manner)).execute()
}

const openStatuses = ['pending', 'in_flight', 'failed']

async function deliverUnderFire(): Promise<void> {
  startWorker(0)
  startWorker(1)
  for (let round = 0; round < rounds; round++) {
    // In every third round nobody is left.
    const slots = round % 3 === 2 ? [0, 1] : [round % 2]
    const killed = killAtWork(slots)
    await makeEvents(Math.floor((eventsWanted - lastEvents) / rounds))
    await killed
    if (round === Math.floor(rounds / 2)) await crashDatabase()
    for (const slot of slots) startWorker(slot)
    kills += slots.length
    await skipWaiting()
    await eventually(hasWorkers, 'A worker delivers', 60)
  }
  await makeEvents(eventsWanted - lastEvents - made)
}

/** Some of what is due has been delivered since the last death. */
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

/** Leases of the dead are not waited for either: everybody is killed once more, and then none is held by the living. */
async function endLeases(): Promise<void> {
  await kill([0, 1])
  kills += 2
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where status = 'in_flight' and next_attempt_at is not null`.execute(database())
  for (const slot of [0, 1]) startWorker(slot)
}

test(`${eventsWanted} events under killed workers, bad receivers and a crash: each arrives, and twice only as the same`, async () => {
  await deliverUnderFire()
  await endLeases()
  const skipping = async (isDone: () => Promise<boolean>): Promise<boolean> => {
    await skipWaiting()
    await sleep(250)
    return isDone()
  }
  await eventually(
    () => skipping(() => isOff([...dead.filter((manner) => !slow.includes(manner)), 'revived'])),
    'Those that fail are switched off',
    300,
  )
  await receivers.revive()
  await reactivate('revived')
  const lastFrom = newId()
  await makeEvents(lastEvents)
  await eventually(
    () => skipping(async () => (await countOf(living, openStatuses)) === 0),
    'Everything is delivered to the living',
    60 + eventsWanted / 50,
  )
  for (const manner of slow) await switchOff(manner)
  await eventually(async () => (await inFlight()).length === 0, 'Nothing is under way to the dead', 60).catch(() => {})
  expect(await inFlight()).toEqual([])
  await judge(lastFrom)
}, 3_600_000)

const inFlight = () =>
  database()
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .select(['e.url', 'e.health_status', 'd.fence', 'd.attempt_count', 'd.next_attempt_at', 'd.updated_at'])
    .where('d.status', '=', 'in_flight')
    .execute()

type Row = { id: string; event_id: string; status: string; fence: number; attempt_count: number; attempts: number }

const rowsOf = async (manner: string): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select d.id, d.event_id, d.status, d.fence, d.attempt_count,
      (select count(*)::int from webhook_attempts a where a.delivery_id = d.id) as attempts
    from webhook_deliveries d where d.endpoint_id = ${idOf(manner)}`.execute(database())
  return rows
}

async function judge(lastFrom: string): Promise<void> {
  expect(receivers.forged).toEqual([])
  const events = await database().selectFrom('events').select(['id', 'event', 'sequence']).orderBy('id').execute()
  expect(events).toHaveLength(eventsWanted)
  expect(events.map(({ sequence }) => Number(sequence)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: eventsWanted }, (_, index) => index + 1),
  )
  let repeats = 0
  for (const [manner, names] of Object.entries(hears)) {
    const rows = await rowsOf(manner)
    const heard = receivers.heard.get(manner) ?? new Map<string, Heard>()
    const all = events.filter(({ event }) => names.includes(event as EventName)).map(({ id }) => id)
    const wanted = (await wasNeverOff(manner)) ? all : heardWhileOn(manner, all, rows, lastFrom)
    expect([manner, rows.map(({ event_id }) => event_id).sort()]).toEqual([manner, wanted])
    expect([manner, rows.filter(({ attempts, attempt_count }) => attempts !== attempt_count)]).toEqual([manner, []])
    if (witnesses.includes(manner)) judgeBook(manner, rows, heard)
    if (!living.includes(manner)) continue
    expect([manner, wanted.filter((id) => !heard.get(id)?.accepted)]).toEqual([manner, []])
    const twice = rows.filter(({ event_id }) => (heard.get(event_id)?.accepted ?? 0) > 1)
    // Accepted twice is only what was under way when somebody died.
    expect([manner, twice.filter(({ id }) => !doubtful.has(id))]).toEqual([manner, []])
    repeats += twice.length
  }
  for (const manner of dead)
    expect([manner, receivers.heard.get(manner)?.size ?? 0]).not.toEqual([manner, eventsWanted])
  console.log(
    `events ${eventsWanted}, deliveries to the living ${await countOf(living, ['succeeded'])}, workers killed ` +
      `${kills}, under way at a death ${doubtful.size}, accepted more than once ${repeats}`,
  )
}

/** A run that lasts long enough sees the slow ones fail ten times, and they are off before they are switched off by hand. */
const wasNeverOff = async (manner: string): Promise<boolean> =>
  slow.includes(manner) ? !(await isOff([manner])) : living.includes(manner) && manner !== 'revived'

/** Whoever is switched off misses what comes meanwhile, which is one gap, and hears of everything before and since. */
function heardWhileOn(manner: string, all: string[], rows: Row[], lastFrom: string): string[] {
  const got = rows.map(({ event_id }) => event_id).sort()
  // One that is slow may have failed for the tenth time after the last event.
  if (slow.includes(manner) && got.length === all.length) return all
  const firstMissed = all.findIndex((id, index) => id !== got[index])
  const heardSince = got.length - firstMissed
  // It took ten failures to switch it off, so it has heard of something.
  expect([manner, firstMissed > 0]).toEqual([manner, true])
  expect([manner, heardSince >= all.filter((id) => id > lastFrom).length]).toEqual([manner, manner === 'revived'])
  return [...all.slice(0, firstMissed), ...all.slice(all.length - heardSince)]
}

/** Every attempt that was recorded arrived, and what arrived unrecorded was sent by somebody who died. */
function judgeBook(manner: string, rows: Row[], heard: Map<string, Heard>): void {
  const isWrong = ({ event_id, attempts, fence }: Row): boolean => {
    const arrivals = heard.get(event_id)?.arrivals ?? 0
    // Nothing listened at `revived` for a while, so there attempts were made that nobody saw.
    return (manner !== 'revived' && attempts > arrivals) || arrivals > fence
  }
  expect([manner, rows.filter(isWrong)]).toEqual([manner, []])
  expect([manner, [...heard.values()].filter(({ bodies }) => bodies.size !== 1)]).toEqual([manner, []])
}
