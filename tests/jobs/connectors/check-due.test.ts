import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkDue } from '@/lib/connectors/check/check-due'
import { forgetItems } from '@/lib/connectors/check/forget-items'
import { editConnector } from '@/lib/connectors/contract'
import { openHeaders, resealHeaders, sealHeaders } from '@/lib/connectors/sealed-headers'
import * as connectors from '@/lib/connectors/service'
import { database, transaction } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { deleteProjectIn } from '@/lib/project-deletion/delete-project'
import { aProject } from '@/tests/support/api/api'
import { aFeed, aSourceServer, insertConnector, rssFeed } from '@/tests/support/connectors/connectors'
import { eventually } from '@/tests/support/faults/eventually'
import { bundled } from '@/tests/support/processes/bundle'
import { startProcess } from '@/tests/support/processes/child-process'
import { onOwnDatabase, setEnv } from '@/tests/support/publishing/publishing'
import type { Arrival, ReceiverBehaviour } from '@/tests/support/servers/webhook-receiver'

onOwnDatabase()
const server = aSourceServer()
let paths = 0

type TestConnector = {
  id: string
  projectId: string
  userId: string
  answer(behaviour: ReceiverBehaviour): void
  arrivals(): Arrival[]
}

/** A due connector that knows these items. */
async function aConnector(known: string[] = [], changes: object = {}): Promise<TestConnector> {
  const { projectId, userId } = await aProject()
  const path = `/feed-${++paths}`
  const id = await insertConnector({ projectId, url: server().url + path, next_check_at: new Date(), ...changes })
  for (const title of known) await insertItem({ id, projectId }, title)
  return {
    ...{ id, projectId, userId },
    answer: (behaviour) => server().answer(path, behaviour),
    arrivals: () => server().arrivals.filter((arrival) => arrival.path === path),
  }
}

const insertItem = ({ id, projectId }: { id: string; projectId: string }, title: string, seen = new Date()) =>
  database()
    .insertInto('connector_items')
    .values({
      ...{ id: newId(), connector_id: id, project_id: projectId, item_key: title, is_first_poll: true },
      ...{ fields: JSON.stringify({ title }), last_seen_at: seen },
    })
    .execute()

const stateOf = ({ id }: TestConnector) =>
  database().selectFrom('connectors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const itemsOf = ({ id }: TestConnector) =>
  database().selectFrom('connector_items').selectAll().where('connector_id', '=', id).orderBy('id').execute()
const newTitles = async (connector: TestConnector): Promise<unknown[]> =>
  (await itemsOf(connector)).filter((item) => !item.is_first_poll).map(({ item_key }) => item_key)
const setDue = ({ id }: TestConnector) =>
  sql`update connectors set next_check_at = now() where id = ${id}`.execute(database())
async function minutesToNext(connector: TestConnector): Promise<number> {
  const { next_check_at, last_checked_at } = await stateOf(connector)
  return ((next_check_at?.getTime() ?? 0) - (last_checked_at?.getTime() ?? 0)) / 60_000
}

test('stores new items oldest first, and only of connectors that are due', async () => {
  const [due, other] = [await aConnector(['A']), await aConnector([], { next_check_at: new Date(Date.now() + 60_000) })]
  for (const one of [due, other]) one.answer(aFeed(['C', 'B', 'A']))
  expect(await checkDue(database())).toEqual({ checked: 1, new_items: 2 })
  expect([await newTitles(due), other.arrivals()]).toEqual([['B', 'C'], []])
  expect(await stateOf(due)).toMatchObject({ status: 'ok', fields: ['title'], failure_count: 0 })
  const minutes = await minutesToNext(due)
  expect([minutes >= 15, minutes <= 16.5]).toEqual([true, true])
  // Nothing is due now.
  expect(await checkDue(database())).toEqual({ checked: 0, new_items: 0 })
})

test('takes 50 new items per check, and the others later, even if the source does not change', async () => {
  const connector = await aConnector()
  const titles = Array.from({ length: 120 }, (_, i) => `T${119 - i}`)
  connector.answer(aFeed(titles, { etag: '"same"' }))
  for (const expected of [50, 100, 120, 120]) {
    await checkDue(database())
    expect(await newTitles(connector)).toEqual(titles.toReversed().slice(0, expected))
    await setDue(connector)
  }
  expect(connector.arrivals().map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    undefined,
    undefined,
    '"same"',
  ])
})

test('a changed item is updated, but not new again', async () => {
  const connector = await aConnector(['A'])
  const body = `<rss version="2.0"><channel><title>T</title><item><guid>A</guid><title>Better A</title></item></channel></rss>`
  connector.answer({ kind: 'status', status: 200, body })
  await checkDue(database())
  expect((await itemsOf(connector)).map(({ fields, is_first_poll }) => [fields, is_first_poll])).toEqual([
    [{ title: 'Better A' }, true],
  ])
})

test('items that move up in a long source because others were removed are not new', async () => {
  const connector = await aConnector()
  const dated = (i: number) =>
    `<item><guid>${i}</guid><title>${i}</title><pubDate>${new Date(Date.now() - i * 86_400_000).toUTCString()}</pubDate></item>`
  const body = (from: number) =>
    rssFeed([]).replace('</channel>', `${Array.from({ length: 300 }, (_, i) => dated(from + i)).join('')}</channel>`)
  connector.answer({ kind: 'status', status: 200, body: body(5) })
  await checkDue(database())
  expect([(await itemsOf(connector)).length, await newTitles(connector)]).toEqual([200, []])
  await sql`update connectors set created_at = now() - interval '10 days' where id = ${connector.id}`.execute(
    database(),
  )
  connector.answer({ kind: 'status', status: 200, body: body(3) })
  await setDue(connector)
  await checkDue(database())
  expect(await newTitles(connector)).toEqual(['4', '3'])
})

test('failures are retried less and less often, and end with the first success', async () => {
  const connector = await aConnector(['A'])
  connector.answer({ kind: 'status', status: 500 })
  const waits: number[] = []
  for (let failure = 0; failure < 9; failure++) {
    await setDue(connector)
    await checkDue(database())
    waits.push(Math.round((await minutesToNext(connector)) / (await jitterOf(connector))))
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1_440, 1_440, 1_440])
  expect(await stateOf(connector)).toMatchObject({
    status: 'failing',
    failure_count: 9,
    last_error: expect.stringMatching(/has a problem of its own \(500\)\. Try again later\.$/),
  })
  connector.answer(aFeed(['A']))
  await setDue(connector)
  await checkDue(database())
  expect(await stateOf(connector)).toMatchObject({ status: 'ok', failure_count: 0, last_error: null })
})

/** The fixed delay of a connector, 1 to 1.1. */
const jitterOf = async ({ id }: TestConnector): Promise<number> => 1 + Number.parseInt(id.slice(-4), 16) / 0xffff / 10

test('waits as long as the source asks', async () => {
  const [limited, ttl] = [await aConnector(), await aConnector()]
  limited.answer({ kind: 'status', status: 429, headers: { 'retry-after': '36000' } })
  ttl.answer({ kind: 'status', status: 200, body: rssFeed(['A'], '<ttl>120</ttl>') })
  await checkDue(database())
  expect(Math.round((await minutesToNext(limited)) / (await jitterOf(limited)))).toBe(600)
  expect(Math.round((await minutesToNext(ttl)) / (await jitterOf(ttl)))).toBe(120)
})

test('a source that is gone is not checked again; one that moved says where to', async () => {
  const [gone, moved] = [await aConnector(), await aConnector()]
  gone.answer({ kind: 'status', status: 410 })
  moved.answer({ kind: 'status', status: 301, headers: { location: '/new' } })
  await checkDue(database())
  expect(await stateOf(gone)).toMatchObject({ status: 'gone', next_check_at: null })
  expect(await stateOf(moved)).toMatchObject({ status: 'failing', moved_to: `${server().url}/new` })
})

test('a deleted project is not checked, and its headers are erased', async () => {
  const connector = await aConnector()
  await database()
    .updateTable('connectors')
    .set(sealHeaders(connector.id, { 'x-key': 'secret' }))
    .where('id', '=', connector.id)
    .execute()
  await transaction(database(), (tx) => deleteProjectIn(tx, connector.projectId))
  await checkDue(database())
  expect([connector.arrivals(), await stateOf(connector)]).toMatchObject([[], { headers: null, next_check_at: null }])
})

test('two workers check each connector once, and a source that hangs does not stop the others', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => aConnector()))
  for (const one of all) one.answer(aFeed(['A', 'B']))
  const [first] = all
  if (!first) throw new Error('No connector.')
  let release = (): void => {}
  first.answer({ kind: 'held', until: new Promise<void>((end) => (release = end)) })
  const work = Promise.all([checkDue(database()), checkDue(database())])
  const others = all.slice(1)
  await eventually(
    async () => (await Promise.all(others.map(newTitles))).every(({ length }) => length === 2),
    'items',
    30,
  )
  release()
  const counts = await work
  expect(counts.reduce((sum, { new_items }) => sum + new_items, 0)).toBe(2 * others.length)
  expect(all.map((one) => one.arrivals().length)).toEqual(all.map(() => 1))
})

test('each entry of a feed is one item, also if two workers at once are killed', async () => {
  const titles = ['C', 'B', 'A']
  const all = await Promise.all(Array.from({ length: 60 }, () => aConnector()))
  // More than one worker reads at once, so both are in the middle of checks.
  const held = all.slice(0, 20)
  for (const one of all) one.answer(held.includes(one) ? { kind: 'hang' } : aFeed(titles))
  const workers = [0, 1].map((slot) =>
    startProcess(`connectors-${slot}`, bundled('tests/support/processes/connector-worker.ts'), {
      DATABASE_URL: env().DATABASE_URL ?? '',
      LOG_LEVEL: 'warn',
    }),
  )
  await eventually(async () => held.every((one) => one.arrivals().length === 1), 'checks in both workers', 30)
  await Promise.all(workers.map(({ kill }) => kill('SIGKILL')))
  for (const one of held) one.answer(aFeed(titles))
  await checkDue(database())
  // The killed workers still have leases.
  expect(held.map((one) => one.arrivals().length)).toEqual(held.map(() => 1))
  await sql`update connectors set next_check_at = now() where last_checked_at is null`.execute(database())
  await Promise.all([checkDue(database()), checkDue(database())])
  expect(await Promise.all(all.map(newTitles))).toEqual(all.map(() => titles.toReversed()))
})

test('an edit during a check wins', async () => {
  const connector = await aConnector()
  let release = (): void => {}
  connector.answer({ kind: 'held', until: new Promise<void>((end) => (release = end)), status: 500 })
  const work = checkDue(database())
  await eventually(async () => connector.arrivals().length === 1, 'the request', 10)
  const context = { db: database(), principal: { kind: 'session' as const, userId: connector.userId }, now: new Date() }
  const input = editConnector.body.parse({ name: 'Renamed' })
  await connectors.edit(context, { id: connector.id, ...input })
  release()
  await work
  expect(await stateOf(connector)).toMatchObject({ name: 'Renamed', status: 'ok', failure_count: 0 })
})

test('items are forgotten 90 days after they left the source, and above 1,000', async () => {
  const connector = await aConnector(['here'])
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)
  await insertItem(connector, 'long gone', daysAgo(91))
  await insertItem(connector, 'gone', daysAgo(89))
  // A source that is not read keeps everything.
  expect(await forgetItems(database())).toEqual({ deleted: 0 })
  await sql`update connectors set last_read_at = now() where id = ${connector.id}`.execute(database())
  expect(await forgetItems(database())).toEqual({ deleted: 1 })
  expect((await itemsOf(connector)).map(({ item_key }) => item_key)).toEqual(['here', 'gone'])
  await sql`
    insert into connector_items (id, connector_id, project_id, item_key, fields, is_first_poll, last_seen_at)
    select gen_random_uuid(), ${connector.id}, ${connector.projectId}, 'n' || n, '{}', false, now() - interval '3 days'
    from generate_series(1, 1200) n`.execute(database())
  await forgetItems(database())
  const left = await itemsOf(connector)
  expect([left.length >= 1_000, left.length <= 1_003, left.some(({ item_key }) => item_key === 'here')]).toEqual([
    true,
    true,
    true,
  ])
})

test('headers are encrypted again when the key changes, and unreadable ones are reported', async () => {
  const [connector, lost] = [await aConnector(), await aConnector()]
  const seal = ({ id }: TestConnector, place: string) =>
    database()
      .updateTable('connectors')
      .set(sealHeaders(place, { 'x-key': 'secret' }))
      .where('id', '=', id)
      .execute()
  await seal(connector, connector.id)
  await seal(lost, 'another connector')
  setEnv({ ENCRYPTION_KEY: `new:${Buffer.alloc(32, 7).toString('base64')},${env().ENCRYPTION_KEY}` })
  expect(await resealHeaders(database())).toEqual({ resealed: 1, unreadable: [lost.id] })
  const row = await stateOf(connector)
  expect([row.key_id, openHeaders(row)]).toEqual(['new', { 'x-key': 'secret' }])
  await setDue(lost)
  await checkDue(database())
  expect(await stateOf(lost)).toMatchObject({
    status: 'failing',
    last_error: 'The stored headers cannot be decrypted. Enter them again.',
  })
})
