import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { reloadEnv } from '@/lib/env'
import { type Reading, readSource } from './read-source'
import type { ConnectorKind, SourceError } from './source'

// The real deadline is 20 seconds.
vi.mock('../limits', async (original) => ({ ...(await original<object>()), fetchDeadlineMs: 1_000 }))

type Handler = (request: IncomingMessage, response: ServerResponse) => void
type Body = string | Buffer

const now = new Date('2026-11-23T12:00:00Z')
const served = new Map<string, Handler>()
const requested: string[] = []
let server: Server
let base: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    const handler = served.get(path)
    if (handler) handler(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '1')
  reloadEnv()
  requested.length = 0
})
afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

const send =
  (body: Body, headers: Record<string, string> = {}, status = 200): Handler =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

type Wanted = { kind?: ConnectorKind; path?: string; keyField?: string; name?: string }

function read(handler: Handler, { kind, path, keyField, name = '/source' }: Wanted = {}): Promise<Reading> {
  served.set(name, handler)
  const settings = {
    ...{ kind: kind ?? null, url: base + name, headers: {}, path: path ?? null, keyField: keyField ?? null },
    ...{ knownFields: [], isKeyFixed: false },
  }
  return readSource(settings, now) as Promise<Reading>
}

const errorOf = (reading: Promise<unknown>): Promise<SourceError> =>
  reading.then(
    () => Promise.reject(new Error('The source was read.')),
    (error: SourceError) => {
      expect(error.name).toBe('SourceError')
      return error
    },
  )

const rss = (items: string, head = ''): string =>
  `<?xml version="1.0"?>${head}<rss version="2.0"><channel><title>Blog</title><link>https://a.example</link>${items}</channel></rss>`
const item = (id: number | string, more = ''): string =>
  `<item><title>Post ${id}</title><link>https://a.example/${id}</link><guid>g-${id}</guid>${more}</item>`
const items = (count: number, more: (i: number) => string = () => ''): string =>
  Array.from({ length: count }, (_, i) => item(i, more(i))).join('')
const titlesOf = (reading: Reading): (string | undefined)[] => reading.items.map(({ fields }) => fields.title)
const megabyte = 1_048_576

const endless: Handler = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/rss+xml' })
  const chunk = Buffer.alloc(65_536, '<item/>')
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}
const drip: Handler = (_, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(timer))
}

const tooLarge = /larger than 5 MB.*Use an address with fewer items\.$/
const refused: [what: string, handler: Handler, error: RegExp, wanted?: Wanted][] = [
  ['100 MB', (_, response) => void response.writeHead(200).end(Buffer.alloc(100 * megabyte, 'a')), tooLarge],
  ['an endless body', endless, tooLarge],
  ['a body that never ends', drip, /did not send everything within 1 seconds/],
  ['a server that never answers', () => {}, /did not send everything within/],
  ['a gzip bomb', send(gzipSync(Buffer.alloc(100 * megabyte)), { 'content-encoding': 'gzip' }), tooLarge],
  ['a brotli bomb', send(brotliCompressSync(Buffer.alloc(20 * megabyte)), { 'content-encoding': 'br' }), tooLarge],
  ['gzip in many layers', send('', { 'content-encoding': 'gzip, gzip, gzip' }), /damaged compressed data/],
  ['text that claims to be gzip', send(rss(item(1)), { 'content-encoding': 'gzip' }), /damaged compressed data/],
  ['a reset connection', (request) => void request.socket.destroy(), /does not respond/],
  ['nothing', send(''), /^The source is empty/],
  ['an image', send(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])), /^This is neither a feed, nor JSON, nor a table/],
  ['a web page', send('<!doctype html><title>Blog</title>'), /^This is a web page, not a feed/],
  ['a broken feed', send('<rss version="2.0"><channel><item><title>A'), /^This is not a valid RSS or Atom feed/],
  ['deep nesting', send(rss('<a>'.repeat(megabyte))), /^This is not a valid RSS or Atom feed/],
  [
    'a file of this server in an entity',
    send(rss('<item><title>&f;</title></item>', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]>')),
    /^This is not a valid RSS or Atom feed/,
  ],
  ['broken JSON', send('{"items": ['), /^The source sends invalid JSON/],
  ['JSON without a list', send('{"name": "A shop"}'), /^No list of items found in this JSON/],
  [
    'a JSON path that matches nothing',
    send('{"data": {"posts": [], "total": 3}}'),
    /^The path “data\.items” matches nothing\. “data” has: posts, total\.$/,
    { path: 'data.items' },
  ],
  ['a JSON path to a number', send('{"total": 3}'), /leads to a single value, not to a list/, { path: 'total' }],
  ['a malformed JSON path', send('{"a": []}'), /is not a valid path/, { path: 'a[' }],
  [
    'JSON where a table is expected',
    send('[{"a": 1}]'),
    /^This is not a CSV table\. It looks like JSON/,
    { kind: 'csv' },
  ],
  ['an unclosed quote', send(`a,b\n1,"${'x'.repeat(200_000)}`), /^The table cannot be read.*missing quote/],
  ['a missing key field', send('a,b\n1,2\n3,4'), /^No item has the field “sku”.*Fields: a, b\.$/, { keyField: 'sku' }],
  ['404', send('', {}, 404), /has nothing at this address \(404\)/],
  ['403', send('', {}, 403), /refuses access \(403\).*add it as a header/],
  ['500', send('', {}, 500), /has a problem of its own \(500\)/],
  ['204', send('', {}, 204), /answered with status 204/],
]

test.each(refused)('%s gives a clear error', async (_, handler, message, wanted) => {
  expect((await errorOf(read(handler, wanted))).message).toMatch(message)
})

test.each([
  [302, null],
  [301, '/canary'],
  [308, '/canary'],
])('a redirect (%i) is not followed, but suggested', async (status, movedTo) => {
  const error = await errorOf(read(send('', { location: '/canary' }, status)))
  expect(error.message).toContain(`${base}/canary`)
  expect(error.details).toEqual({ suggestedUrl: `${base}/canary`, ...(movedTo ? { movedTo: base + movedTo } : {}) })
  expect(requested).toEqual(['/source'])
})

test('a redirect to an internal address is neither followed nor suggested', async () => {
  const error = await errorOf(
    read((_, response) => {
      vi.stubEnv('ALLOW_PRIVATE_NETWORK', '0')
      reloadEnv()
      response.writeHead(302, { location: `${base}/canary` }).end()
    }),
  )
  expect([error.message, error.details]).toEqual([
    'The address redirects to one that is not public. Use a public address.',
    {},
  ])
  expect(requested).toEqual(['/source'])
})

test('an internal address is not read', async () => {
  vi.stubEnv('ALLOW_PRIVATE_NETWORK', '0')
  reloadEnv()
  expect((await errorOf(read(send(rss(item(1)))))).message).toContain('is not a public address')
  expect(requested).toEqual([])
})

test('410 says that the source is gone, 429 and 503 when to come back', async () => {
  expect((await errorOf(read(send('', {}, 410)))).details).toEqual({ isGone: true })
  for (const status of [429, 503]) {
    const error = await errorOf(read(send('', { 'retry-after': '3600' }, status)))
    expect(error.details).toEqual({ retryAfterSeconds: 3_600 })
  }
})

test('a web page suggests its feed', async () => {
  const page = '<html><head><link rel=alternate type="application/rss+xml" href="/feed?a=1&amp;b=2"></head></html>'
  expect((await errorOf(read(send(page)))).details).toEqual({ suggestedUrl: `${base}/feed?a=1&b=2` })
})

test('entity bombs stay small', async () => {
  const levels = 'abcdefgh'.split('')
  const entities = levels.map(
    (name, i) => `<!ENTITY ${name} "${i ? `&${levels[i - 1]};`.repeat(10) : 'boom'.repeat(20)}">`,
  )
  const reading = await read(
    send(rss('<item><title>&h;</title><guid>1</guid></item>', `<!DOCTYPE l [${entities.join('')}]>`)),
  )
  expect(JSON.stringify(reading.items).length).toBeLessThan(20_000)
})

const utf16 = Buffer.from(`\uFEFF${rss('<item><title>Käse für 5 €</title><guid>1</guid></item>')}`, 'utf16le')
const latin = Buffer.from(rss('<item><title>Käse</title><guid>1</guid></item>'), 'latin1')
const utf8 = Buffer.from(rss('<item><title>Käse für 5 €</title><guid>1</guid></item>'))
test.each<[what: string, body: Buffer, type: string, title: string]>([
  ['Windows-1252 that claims to be UTF-8', latin, 'text/xml; charset=utf-8', 'Käse'],
  ['Windows-1252 without a charset', latin, '', 'Käse'],
  ['UTF-8 with a charset that does not exist', utf8, 'text/xml; charset=nonsense', 'Käse für 5 €'],
  ['UTF-8 that claims to be UTF-16', utf8, 'text/xml; charset=utf-16', 'Käse für 5 €'],
  ['UTF-16 with a byte order mark', utf16, 'text/xml', 'Käse für 5 €'],
])('reads %s', async (_, body, type, title) => {
  expect(titlesOf(await read(send(body, { 'content-type': type })))).toEqual([title])
})

test('of 10,000 items, the newest 200 are taken, wherever they are', async () => {
  const date = (i: number): string =>
    `<pubDate>${new Date(now.getTime() - (i % 1_000) * 60_000).toUTCString()}</pubDate>`
  const reading = await read(send(rss(items(10_000, date))))
  expect([reading.total, reading.items.length]).toEqual([10_000, 200])
  expect(titlesOf(reading).slice(0, 4)).toEqual(['Post 0', 'Post 1000', 'Post 1', 'Post 1001'])
})

test('parsing a large document does not block the event loop', async () => {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const attributes = Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(' ')
  await read(send(rss(`<item ${attributes}/>${items(2_000)}`)))
  clearInterval(timer)
  // In one piece it takes more than a second.
  expect(longest).toBeLessThan(700)
})

const dates: [text: string, iso: string | null][] = [
  ['Mon, 23 Nov 2026 10:00:00 +0100', '2026-11-23T09:00:00.000Z'],
  ['Mon, 23 Nov 2026 10:00:00 GMT', '2026-11-23T10:00:00.000Z'],
  ['23 Nov 26 10:00 EST', '2026-11-23T15:00:00.000Z'],
  ['2026-11-23T10:00:00Z', '2026-11-23T10:00:00.000Z'],
  ['2026-11-23T10:00:00.123456+02:00', '2026-11-23T08:00:00.000Z'],
  ['2026-11-23 10:00:00', '2026-11-23T10:00:00.000Z'],
  ['2026-11-23', '2026-11-23T00:00:00.000Z'],
  ['November 23, 2026', '2026-11-23T00:00:00.000Z'],
  ['Nov 23, 2026 3:05 PM', '2026-11-23T15:05:00.000Z'],
  ['Monday, November 23, 2026 at 12:30 AM UTC', '2026-11-23T00:30:00.000Z'],
  ['23.11.2026 18:30', '2026-11-23T18:30:00.000Z'],
  ['1795428000', '2026-11-23T10:00:00.000Z'],
  ['1795428000000', '2026-11-23T10:00:00.000Z'],
  ['2026-02-30', null],
  ['11/12/2026', null],
  ['yesterday', null],
  ['1', null],
  ['Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['9999-12-31', null],
]

test('dates are read in every common format, and kept as text otherwise', async () => {
  const table = ['title,date', ...dates.map(([text], i) => `Post ${i},"${text}"`)].join('\n')
  const reading = await read(send(table, { 'content-type': 'text/csv' }))
  const found = new Map(reading.items.map((one) => [one.fields.title, one]))
  const result = dates.map(([text], i) => {
    expect(found.get(`Post ${i}`)?.fields.date).toBe(text)
    return [text, found.get(`Post ${i}`)?.publishedAt?.toISOString() ?? null]
  })
  expect(result).toEqual(dates)
})

test('equal ids do not make one item of all', async () => {
  const same = (i: number): string =>
    `<item><title>Post ${i}</title><guid>same</guid><link>https://a.example/${i}</link></item>`
  const reading = await read(send(rss([1, 2, 3].map(same).join(''))))
  expect([reading.keyField, reading.items.map(({ key }) => key)]).toEqual([
    'link',
    ['a.example/1', 'a.example/2', 'a.example/3'],
  ])
})

test('the key of a link ignores scheme, fragment and tracking', async () => {
  const links = ['http://A.example/p/?utm_source=x&id=1#top', 'https://a.example/p?id=1&fbclid=2']
  const keys = await Promise.all(
    links.map(async (link, i) => {
      const text = rss(`<item><title>P</title><link>${link.replace('&', '&amp;')}</link></item>`)
      return (await read(send(text), { name: `/link-${i}` })).items[0]?.key
    }),
  )
  expect(keys).toEqual(['a.example/p?id=1', 'a.example/p?id=1'])
})

test('a table without header gets numbered columns', async () => {
  const reading = await read(send('1,Fresh bread,https://a.example/1\n2,Cake,https://a.example/2'))
  expect([reading.kind, reading.fields]).toEqual(['csv', ['column_1', 'column_2', 'column_3']])
  expect(reading.items.map(({ fields }) => fields.column_2)).toEqual(['Cake', 'Fresh bread'])
})

test('a spreadsheet in Windows-1252 with semicolons, quotes and a short row', async () => {
  const table = Buffer.from('sep=;\r\nPost Title;Größe;Preis\r\n"Käse; ""alt""";10;5,00\r\nBrot\r\n', 'latin1')
  const reading = await read(send(table, { 'content-type': 'text/csv' }))
  expect(reading.fields).toEqual(['Post_Title', 'Größe', 'Preis'])
  expect(reading.items.map(({ fields }) => fields)).toEqual([
    { Post_Title: 'Brot' },
    { Post_Title: 'Käse; "alt"', Größe: '10', Preis: '5,00' },
  ])
})

test('markup, control characters and broken surrogates are removed', async () => {
  const text = `<item><guid>1</guid><title>Bread &amp;amp; &lt;b&gt;butter&lt;/b&gt;</title>
    <link>javascript:alert(1)</link><description><![CDATA[<p>Fresh\u0001</p><script>alert(1)</script><img src="/a.jpg">]]></description></item>`
  const [first] = (await read(send(rss(text)))).items
  expect(first?.fields).toEqual({
    title: 'Bread & butter',
    description: 'Fresh',
    content: 'Fresh',
    image: `${base}/a.jpg`,
  })
  const json = await read(
    send('[{"id":1,"title":"a\\u0000b\\ud800c","__proto__":{"x":1},"tags":["a","b"],"author":{"name":"Ann"}}]'),
  )
  expect(json.items[0]?.fields).toEqual({ id: '1', title: 'abc', 'proto.x': '1', tags: 'a, b', 'author.name': 'Ann' })
})

test('JSON lists are found, or taken from a path', async () => {
  const nested = send('{"meta":{"page":1},"data":{"posts":[{"slug":"a","name":"A"},{"slug":"b","name":"B"}]}}')
  expect(await read(nested)).toMatchObject({ kind: 'json', path: 'data.posts', keyField: 'slug', total: 2 })
  const groups = send('{"groups":[{"items":[{"id":1}]},{"items":[{"id":2},{"id":3}]}]}')
  const reading = await read(groups, { path: '$.groups[*].items' })
  expect(reading.items.map(({ key }) => key)).toEqual(['1', '2', '3'])
})

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>urn:1</id><title>One</title>
  <link rel="self" href="/api/1"/><link href="/one"/><updated>2026-11-20T10:00:00Z</updated><summary>Short</summary>
  <author><name>Ann</name></author><category term="bread"/></entry></feed>`
const jsonFeed = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'News',
  items: [
    { id: 'urn:1', url: '/one', title: 'One', content_html: '<p>Short</p>', date_published: '2026-11-20T10:00:00Z' },
  ],
})
test.each([
  ['Atom', atom, { kind: 'rss', name: 'News', keyField: 'id' }],
  ['JSON Feed', jsonFeed, { kind: 'json', name: 'News', keyField: 'id', path: null }],
])('%s', async (_, body, expected) => {
  const reading = await read(send(body))
  expect(reading).toMatchObject(expected)
  expect(reading.items).toMatchObject([
    {
      key: 'urn:1',
      fields: { title: 'One', link: `${base}/one`, description: 'Short', date: '2026-11-20T10:00:00.000Z' },
    },
  ])
})

test('sends the validators back, and does not parse an unchanged body', async () => {
  const etag = 'W/"a"'
  const first = await read((request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag, 'cache-control': 'max-age=3600' }).end(rss(item(1)))
  })
  expect([first.etag, first.intervalSeconds]).toEqual([etag, 3_600])
  const settings = {
    kind: null,
    url: `${base}/source`,
    headers: {},
    path: null,
    keyField: null,
    knownFields: [],
    isKeyFixed: true,
  }
  expect(await readSource(settings, now, first)).toBe('unchanged')
  expect(await readSource(settings, now, { ...first, etag: null })).toBe('unchanged')
})
