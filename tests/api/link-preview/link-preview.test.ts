import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getLinkPreview } from '@/lib/link-preview/contract'
import { aProject } from '@/tests/support/api/api'
import { aSourceServer } from '@/tests/support/connectors/connectors'
import type { ReceiverBehaviour } from '@/tests/support/servers/webhook-receiver'

const server = aSourceServer()
let paths = 0

const html = (body: string | Buffer, type = 'text/html; charset=utf-8'): ReceiverBehaviour => ({
  kind: 'status',
  status: 200,
  headers: { 'content-type': type },
  body,
})
const redirectTo = (location: string): ReceiverBehaviour => ({ kind: 'status', status: 302, headers: { location } })

/** A new address with this answer. */
function aPage(behaviour: ReceiverBehaviour): { url: string; path: string } {
  const path = `/page-${++paths}`
  server().answer(path, behaviour)
  return { url: server().url + path, path }
}
const arrivalsAt = (path: string) => server().arrivals.filter((arrival) => arrival.path === path)
const domain = () => new URL(server().url).host
const noTags = { title: null, description: null, site_name: null, image_url: null }

async function cardOf(behaviour: ReceiverBehaviour) {
  const { api } = await aProject()
  const { url } = aPage(behaviour)
  return (await api.get(getLinkPreview, { url })).link_preview
}

test('reads the tags of the page after redirects, and asks once a day', async () => {
  const { api, projectId } = await aProject()
  const page = aPage(
    html(`<html><head><title>Not this</title>
      <meta property="og:title" content="Sourdough &amp; rye"><meta name="og:title" content="Nor this">
      <meta name="description" content="Fresh
        every morning"><meta property="og:site_name" content="The Bakery">
      <meta property="og:image" content="/loaf.jpg"></head></html>`),
  )
  const { url } = aPage(redirectTo(page.path))
  const { link_preview } = await api.get(getLinkPreview, { url })
  expect(link_preview).toEqual({
    ...{ url, domain: domain(), title: 'Sourdough & rye', description: 'Fresh every morning' },
    ...{ site_name: 'The Bakery', image_url: `${server().url}/loaf.jpg`, error: null },
    fetched_at: expect.any(String),
  })
  expect(arrivalsAt(page.path)[0]?.headers['user-agent']).toMatch(/Storycast/)
  expect((await api.get(getLinkPreview, { url })).link_preview).toEqual(link_preview)
  expect(arrivalsAt(page.path)).toHaveLength(1)
  const aged = new Date(Date.now() - 86_400_000)
  await database().updateTable('link_previews').set({ fetched_at: aged }).where('project_id', '=', projectId).execute()
  await api.get(getLinkPreview, { url })
  expect(arrivalsAt(page.path)).toHaveLength(2)
})

test('a page without tags has its title, one without a title only its domain', async () => {
  expect(await cardOf(html('<title> Bread\n today </title><p>Fresh'))).toMatchObject({
    ...noTags,
    title: 'Bread today',
  })
  expect(await cardOf(html('Fresh'))).toMatchObject({ ...noTags, domain: domain(), error: null })
})

test.each([
  ['no charset', Buffer.from('<title>Café</title>', 'latin1'), 'text/html'],
  ['a wrong charset', Buffer.from('<title>Café</title>'), 'text/html; charset=utf-16'],
  ['a charset that does not exist', Buffer.from('<title>Café</title>'), 'text/html; charset=klingon'],
  [
    'the charset in the page',
    Buffer.concat([
      Buffer.from('<meta charset="windows-1251"><title>Caf'),
      Buffer.from([0xe9]),
      Buffer.from('</title>'),
    ]),
    'text/html',
    'Cafй',
  ],
])('decodes a page with %s', async (_, body, type, title = 'Café') => {
  expect((await cardOf(html(body, type))).title).toBe(title)
})

test('only the start of a page is read', async () => {
  const start = '<title>Endless</title>'
  const { title, error } = await cardOf(html(start + ' '.repeat(100_000_000)))
  expect([title, error]).toEqual(['Endless', null])
})

test.each([
  ['a file', html('x', 'application/pdf'), /is a file, not a web page/],
  ['an error', { kind: 'status', status: 404 } as const, /answered with status 404/],
  ['a closed connection', { kind: 'close' } as const, /does not respond/],
  ['a redirect to nowhere', redirectTo('http://'), /does not say where to/],
  ['a redirect to a file of the machine', redirectTo('file:///etc/passwd'), /must start with https/],
  ['a redirect to itself', redirectTo('?'), /redirects more than 4 times/],
])('%s is a card with the domain and the reason', async (_, behaviour, reason) => {
  const card = await cardOf(behaviour)
  expect(card).toMatchObject({ ...noTags, domain: domain(), error: expect.stringMatching(reason) })
})

test('drops an image that is not on the web, and characters that cannot be stored', async () => {
  const page = html(
    '<meta property="og:image" content="javascript:alert(1)"><meta property="og:title" content="A&#0;\u0007b \ud800">',
  )
  expect(await cardOf(page)).toMatchObject({ image_url: null, title: expect.stringMatching(/^A.?.?b/), error: null })
})

test('400 for an address that is not http(s)', async () => {
  const { api } = await aProject()
  const { status, error } = await api.refused(getLinkPreview, { url: 'ftp://bread.example/' })
  expect([status, error.issues?.map(({ path }) => path)]).toEqual([400, ['url']])
})
