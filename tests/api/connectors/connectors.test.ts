import { expect, test } from 'vitest'
import type { RequestOf } from '@/lib/api/contract'
import {
  checkConnector,
  deleteConnector,
  editConnector,
  getConnector,
  listConnectorItems,
  listConnectors,
  testConnector,
} from '@/lib/connectors/contract'
import { database } from '@/lib/db/pool'
import { aProject } from '@/tests/support/api/api'
import { aFeed, aSourceServer, insertConnector } from '@/tests/support/connectors/connectors'

const server = aSourceServer()
let paths = 0

/** A new address that serves a feed. */
function aSource(titles: string[] = ['One', 'Two', 'Three', 'Four']): { url: string; path: string } {
  const path = `/feed-${++paths}`
  server().answer(path, aFeed(titles))
  return { url: server().url + path, path }
}
const arrivalsAt = (path: string) => server().arrivals.filter((arrival) => arrival.path === path)

test('a test shows the fields and the newest three items, and saves nothing', async () => {
  const { api } = await aProject()
  const { url, path } = aSource()
  expect(await api.post(testConnector, { url })).toEqual({
    ok: true,
    kind: 'rss',
    name: 'Fresh bread',
    path: null,
    key_field: 'id',
    fields: ['title'],
    sample: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }],
    item_count: 4,
    connector: null,
  })
  expect(await api.get(listConnectors)).toEqual({ connectors: [], next_cursor: null })
  expect(arrivalsAt(path)[0]?.headers).toMatchObject({ 'user-agent': expect.stringMatching(/^Storycast \(\+http/) })
})

test('a source that cannot be read is a 200 with the reason, and is not saved', async () => {
  const { api } = await aProject()
  const response = await api.send(testConnector, { url: 'https://nowhere.invalid/feed.xml', save: true })
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      ok: false,
      error: 'There is no website at nowhere.invalid. Check the spelling of the address.',
      suggested_url: null,
    },
  ])
  expect((await api.get(listConnectors)).connectors).toEqual([])
})

test('saving creates a connector with the current items, which are not new', async () => {
  const { api, projectId } = await aProject()
  const { url } = aSource()
  const response = await api.send(testConnector, { url, kind: 'rss', save: true })
  const { connector } = await response.json()
  expect([response.status, connector]).toEqual([
    201,
    {
      id: expect.any(String),
      project_id: projectId,
      name: 'Fresh bread',
      kind: 'rss',
      url,
      path: null,
      key_field: 'id',
      has_headers: false,
      status: 'ok',
      last_error: null,
      failure_count: 0,
      moved_to: null,
      fields: ['title'],
      last_checked_at: expect.any(String),
      last_item_at: null,
      next_check_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: connector.created_at,
    },
  ])
  const waitMs = Date.parse(connector.next_check_at) - Date.parse(connector.last_checked_at)
  expect([waitMs >= 900_000, waitMs <= 990_000]).toEqual([true, true])
  expect(await api.get(getConnector, { id: connector.id })).toEqual(connector)
  expect(await api.get(listConnectors)).toEqual({ connectors: [connector], next_cursor: null })
  const page = await api.get(listConnectorItems, { id: connector.id, limit: 3 })
  expect(page.items.map(({ fields, is_new }) => [fields.title, is_new])).toEqual([
    ['One', false],
    ['Two', false],
    ['Three', false],
  ])
  const rest = await api.get(listConnectorItems, { id: connector.id, cursor: page.next_cursor ?? undefined })
  expect([rest.items.map(({ fields }) => fields.title), rest.next_cursor]).toEqual([['Four'], null])
})

test('an Idempotency-Key saves once', async () => {
  const { api } = await aProject()
  const { url, path } = aSource()
  const key = { 'Idempotency-Key': 'save-once' }
  const first = await api.post(testConnector, { url, save: true }, key)
  expect(await api.post(testConnector, { url, save: true }, key)).toEqual(first)
  expect((await api.get(listConnectors)).connectors).toHaveLength(1)
  expect(arrivalsAt(path)).toHaveLength(1)
})

test('checking now stores new items', async () => {
  const { api } = await aProject()
  const { url, path } = aSource(['One'])
  const { id } = await saved(api, { url })
  server().answer(path, aFeed(['Three', 'Two', 'One']))
  const checked = await api.post(checkConnector, { id })
  expect([checked.new_items, checked.connector.last_item_at]).toEqual([2, expect.any(String)])
  const { items } = await api.get(listConnectorItems, { id })
  expect(items.map(({ fields, is_new }) => [fields.title, is_new])).toEqual([
    ['Three', true],
    ['Two', true],
    ['One', false],
  ])
  expect((await api.post(checkConnector, { id })).new_items).toBe(0)
})

test('headers are sent and sealed, never returned, and not sent to another host', async () => {
  const { api } = await aProject()
  const { url, path } = aSource()
  const headers = { Authorization: 'Bearer a-very-secret-key' }
  const connector = await saved(api, { url, headers })
  expect(connector.has_headers).toBe(true)
  expect(JSON.stringify(connector)).not.toContain('secret')
  const row = await database()
    .selectFrom('connectors')
    .selectAll()
    .where('id', '=', connector.id)
    .executeTakeFirstOrThrow()
  expect(row.headers?.toString('latin1')).not.toContain('secret')
  await api.post(checkConnector, { id: connector.id })
  expect(arrivalsAt(path).map((arrival) => arrival.headers.authorization)).toEqual([
    'Bearer a-very-secret-key',
    'Bearer a-very-secret-key',
  ])
  // The same server under another name is another host.
  const elsewhere = url.replace('127.0.0.1', 'localhost')
  const moved = await api.patch(editConnector, { id: connector.id, url: elsewhere })
  expect([moved.has_headers, moved.url]).toEqual([false, elsewhere])
  expect(arrivalsAt(path).at(-1)?.headers.authorization).toBeUndefined()
})

test('a rename does not read the source; another address does, and its items are not new', async () => {
  const { api } = await aProject()
  const [first, second] = [aSource(['One']), aSource(['Other', 'One'])]
  const connector = await saved(api, { url: first.url })
  const renamed = await api.patch(editConnector, { id: connector.id, name: 'News' })
  expect(renamed).toEqual({ ...connector, name: 'News', updated_at: renamed.updated_at })
  expect(arrivalsAt(first.path)).toHaveLength(1)
  await api.patch(editConnector, { id: connector.id, url: second.url })
  const { items } = await api.get(listConnectorItems, { id: connector.id })
  expect(items.map(({ fields, is_new }) => [fields.title, is_new])).toEqual([
    ['Other', false],
    ['One', false],
  ])
  const refused = await api.refused(editConnector, { id: connector.id, url: `${server().url}/nothing`, name: 'Lost' })
  expect(refused.status).toBe(400)
  expect(refused.error.issues).toEqual([
    { path: 'url', code: 'source_failed', message: 'The source is empty. Check the address.' },
  ])
  expect((await api.get(getConnector, { id: connector.id })).name).toBe('News')
})

test('a deleted connector is gone with its items', async () => {
  const { api } = await aProject()
  const { id } = await saved(api, aSource())
  expect(await api.delete(deleteConnector, { id })).toEqual({ ok: true })
  expect((await api.refused(getConnector, { id })).status).toBe(404)
  const items = await database().selectFrom('connector_items').select('id').where('connector_id', '=', id).execute()
  expect(items).toEqual([])
})

test('testing needs connectors:read; saving, changing and deleting need automations:write', async () => {
  const { withToken } = await aProject()
  const { url } = aSource()
  const reader = await withToken({ scopes: ['connectors:read'] })
  expect((await reader.post(testConnector, { url })).ok).toBe(true)
  const refused = await reader.refused(testConnector, { url, save: true })
  expect([refused.status, refused.error.code]).toEqual([403, 'insufficient_scope'])
})

test('a project has at most 100 connectors', async () => {
  const { api, projectId } = await aProject()
  await Promise.all(Array.from({ length: 100 }, () => insertConnector({ projectId })))
  const { url, path } = aSource()
  const refused = await api.refused(testConnector, { url, save: true })
  expect([refused.status, refused.error.message]).toEqual([
    409,
    'This project has 100 connectors, the maximum. Delete one you no longer use.',
  ])
  expect(arrivalsAt(path)).toEqual([])
})

test.each([
  ['url', 'ftp://a.example/feed', 'must start with https:// or http://'],
  ['headers', { Host: 'a.example' }, 'may not be set'],
  ['headers', { 'x y': '1' }, 'is not a valid header name'],
  ['headers', { 'x-key': 'a\r\nb: c' }, 'must be printable text of at most 4,000 characters'],
  ['kind', 'xml', 'must be one of rss, json, csv'],
])('a %s of %j is refused', async (member, value, message) => {
  const { api } = await aProject()
  const refused = await api.refused(testConnector, { url: 'https://a.example/', [member]: value })
  expect([refused.status, refused.error.issues?.[0]?.message]).toEqual([400, message])
})

async function saved(api: Awaited<ReturnType<typeof aProject>>['api'], wanted: RequestOf<typeof testConnector>) {
  const answer = await api.post(testConnector, { ...wanted, save: true })
  if (!answer.ok || !answer.connector) throw new Error(`Not saved: ${JSON.stringify(answer)}`)
  return answer.connector
}
