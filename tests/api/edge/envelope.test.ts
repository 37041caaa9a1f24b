import { expect, inject, test } from 'vitest'
import { createProject } from '@/lib/projects/contract'
import { createStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const ownId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const at = (path: string): URL => new URL(path, inject('productUrl'))

async function ask(path: string, method = 'GET', headers: Record<string, string> = {}) {
  const response = await fetch(at(path), { method, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

const kinds: [string, string, string, Record<string, string>][] = [
  ['200', '/api/v1/openapi.json', 'GET', {}],
  ['401', '/api/v1/health', 'GET', {}],
  ['404', '/api/v1/nothing', 'GET', {}],
  ['404', '/api/nothing/at/all', 'DELETE', {}],
  ['405', '/api/v1/health', 'POST', {}],
  ['400', '/api/v1/sign-up', 'POST', {}],
]

test.each(kinds)('%s of %s to %s has a new request id or the caller’s', async (...kind) => {
  const [status, path, method, headers] = kind
  const own = await ask(path, method, headers)
  expect([own.status, own.headers.get('x-request-id')]).toEqual([Number(status), expect.stringMatching(ownId)])
  const given = await ask(path, method, { ...headers, 'x-request-id': 'order 66/ab~!"' })
  expect(given.headers.get('x-request-id')).toBe('order 66/ab~!"')
})

test.each([
  ['x', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['caf\u00e9', false],
  ['a\tb', false],
])('the request id %j is reused: %s', async (given, isKept) => {
  const { headers } = await ask('/api/v1/health', 'GET', { 'x-request-id': given })
  if (isKept) expect(headers.get('x-request-id')).toBe(given)
  else expect(headers.get('x-request-id')).toMatch(ownId)
})

test.each(['/api/v1/nothing', '/api/v1', '/api/v1/stories/a/b/c', '/api/v1/Stories', '/api/v2/stories'])(
  '404 as JSON for %s, with and without a token',
  async (path) => {
    const { token } = await aProject()
    for (const headers of [{}, { authorization: `Bearer ${token}` }] as Record<string, string>[]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await ask(path, method, headers)
        expect([answer.status, JSON.parse(answer.text)]).toEqual([
          404,
          {
            error: {
              code: 'not_found',
              message: 'No endpoint at this path. All endpoints are listed at /docs.',
            },
          },
        ])
        expect(answer.headers.get('content-type')).toBe('application/json')
        expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
      }
    }
  },
)

test.each([
  ['/api/v1/stories', 'DELETE', 'GET, HEAD, POST, OPTIONS'],
  ['/api/v1/stories', 'PUT', 'GET, HEAD, POST, OPTIONS'],
  ['/api/v1/stories/bulk', 'GET', 'POST, OPTIONS'],
  ['/api/v1/health', 'PATCH', 'GET, HEAD, OPTIONS'],
  ['/api/v1/projects/not-an-id', 'POST', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
])('405 for %s %s, with the allowed methods', async (path, method, allow) => {
  const answer = await ask(path, method)
  expect([answer.status, answer.headers.get('allow'), JSON.parse(answer.text)]).toEqual([
    405,
    allow,
    { error: { code: 'method_not_allowed', message: `Method ${method} not allowed. Allowed: ${allow}.` } },
  ])
  expect(answer.headers.get('x-ratelimit-limit')).toBe('100000')
})

test('HEAD returns the headers of GET without a body', async () => {
  const { token } = await aProject()
  const authorization = `Bearer ${token}`
  const [get, head] = [
    await ask('/api/v1/health', 'GET', { authorization }),
    await ask('/api/v1/health', 'HEAD', { authorization }),
  ]
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  expect(Number(head.headers.get('x-ratelimit-remaining'))).toBe(Number(get.headers.get('x-ratelimit-remaining')) - 1)
  const refused = await ask('/api/v1/stories/bulk', 'HEAD', { authorization })
  expect([refused.status, refused.text, refused.headers.get('allow')]).toEqual([405, '', 'POST, OPTIONS'])
})

test('every authenticated response has the three rate limit headers', async () => {
  const { api, userId, withToken } = await aProject()
  const reader = await withToken({ scopes: ['queue:read'] })
  const session = await signedIn(userId)
  const answers = [
    await api.send(createStory, { caption: 'Fresh bread' }),
    await api.send(createStory, {}),
    await reader.send(createStory, { caption: 'Fresh bread' }),
    await session.send(createProject, { name: 'Bakery' }),
    await session.send(createProject, {}),
    await session.send(createProject, { name: 'Bakery' }, { origin: 'https://evil.example' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 403, 201, 400, 401])
  for (const { headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe('100000')
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThan(100_000)
    const seconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
    expect(seconds).toBeGreaterThan(-5)
    expect(seconds).toBeLessThanOrEqual(65)
    expect(headers.get('cache-control')).toBe('private, no-store')
  }
})

test('OPTIONS lists the methods of a path with a request id; `/api` itself is a 404', async () => {
  const options = await fetch(new URL('/api/v1/stories', inject('productUrl')), { method: 'OPTIONS' })
  expect(options.status).toBe(204)
  expect(options.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS')
  expect(options.headers.get('x-request-id')).toBeTruthy()
  expect(options.headers.get('content-type')).toBeNull()
  for (const name of ['limit', 'remaining', 'reset'])
    expect(Number(options.headers.get(`x-ratelimit-${name}`))).toBeGreaterThan(0)
  expect((await fetch(new URL('/api/nothing', inject('productUrl')), { method: 'OPTIONS' })).status).toBe(404)
  const bare = await fetch(new URL('/api', inject('productUrl')))
  expect(bare.status).toBe(404)
  expect(await bare.json()).toMatchObject({ error: { code: 'not_found' } })
})
