import { connect } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { contracts } from '@/lib/api/contracts'
import { tryPort } from '@/scripts/support/ports'
import { Api, aProject, type TestProject } from '@/tests/support/api'
import { type Child, startProcess, startServer, until } from '@/tests/support/product'
import { freePort } from '../../support/ports'

/**
 * The server's front calls the handlers without Next's router; on Vercel Next calls them. Both must answer the same
 * requests with the same answers, and what Next answers badly must not get there.
 */
let project: TestProject
let viaNext: Api
let next: Child

beforeAll(async () => {
  project = await aProject()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const command = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
  next = startProcess('next-alone', command, { ...inject('productEnv'), PORT: String(port) })
  await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'Next alone')
  viaNext = new Api(url, project.token)
})
afterAll(() => next.kill())

/** Of the transport, or counted from one request to the next. */
const passing = /^(date|connection|keep-alive|transfer-encoding|content-encoding|content-length|vary|x-ratelimit-.*)$/
/** Ids and times that differ between two answers to one request. */
const varying = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|"(age|uptime)_seconds":[\d.]+/g

async function seen(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !passing.test(name))
  return { status: response.status, headers, body: (await response.text()).replace(varying, '…') }
}

const id = '01890000-0000-7000-8000-000000000000'
const inputs: Record<string, object>[] = [
  {},
  { id },
  { id, caption: 'Fresh bread', channels: ['x'] },
  { surprise: 1 },
].map((input) => input as Record<string, object>)

test.each(contracts.map(({ name, contract }) => [name, contract] as const))(
  '%s is answered by the front as by Next',
  async (_, contract) => {
    const needsId = contract.path.includes(':id')
    for (const token of [project.token, null]) {
      for (const input of inputs.filter((input) => 'id' in input === needsId || !needsId)) {
        const ask = (baseUrl: string) =>
          new Api(baseUrl, token).send(contract, input, { 'x-request-id': 'both ways' }).then(seen)
        expect(await ask(project.api.baseUrl)).toEqual(await ask(viaNext.baseUrl))
      }
    }
  },
)

test.each(['HEAD', 'OPTIONS', 'PUT'])('%s is answered by the front as by Next', async (method) => {
  for (const path of ['/api/v1/stories', `/api/v1/stories/${id}`, '/api/v1/openapi.json', '/api/v1/stories/']) {
    const headers = { authorization: `Bearer ${project.token}`, 'x-request-id': 'both ways' }
    const ask = (baseUrl: string) => fetch(new URL(path, baseUrl), { method, headers, redirect: 'manual' }).then(seen)
    expect(await ask(project.api.baseUrl)).toEqual(await ask(viaNext.baseUrl))
  }
})

/** The raw answer to raw bytes: fetch would refuse to send most of these. */
function exchange(request: string, port = new URL(project.api.baseUrl).port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
    let answer = ''
    socket.on('data', (part) => (answer += part))
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

const raw = (method: string, target: string, more = ''): string =>
  `${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`

test.each([
  ['a broken escape', raw('GET', '/api/v1/stories/%zz'), 400, 'validation_error'],
  ['an escape that is not UTF-8', raw('DELETE', '/api/v1/stories/%ff'), 400, 'validation_error'],
  ['a target without a slash', raw('GET', 'api/v1/stories'), 400, 'validation_error'],
  ['TRACE', raw('TRACE', '/api/v1/stories'), 405, 'method_not_allowed'],
  ['PROPFIND', raw('PROPFIND', '/api/v1/stories'), 405, 'method_not_allowed'],
  ['PROPFIND where nothing is', raw('PROPFIND', '/api/v1/nothing'), 405, 'method_not_allowed'],
  ['CONNECT', raw('CONNECT', 'example.com:443'), 405, 'method_not_allowed'],
  ['a method of nobody', raw('FOO', '/api/v1/stories'), 405, 'method_not_allowed'],
  ['an address of 20,000 characters', raw('GET', `/api/v1/${'a'.repeat(20_000)}`), 400, 'validation_error'],
  [
    'a header of 20,000 characters',
    raw('GET', '/api/v1/stories', `x-long: ${'a'.repeat(20_000)}\r\n`),
    400,
    'validation_error',
  ],
  ['no HTTP', 'GET / HTTP/9.9\r\n\r\n', 400, 'validation_error'],
])('%s is refused in the envelope, under a request id', async (_, request, status, code) => {
  const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im)
  expect(head).toMatch(/^content-type: application\/json$/im)
  expect(JSON.parse(body).error).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].+\.$/) })
  if (status === 405) expect(head).toMatch(/^allow: \S/im)
})

test('outside the API the refusals are a line of text', async () => {
  for (const [request, status] of [
    [raw('GET', '/%zz'), 400],
    [raw('TRACE', '/'), 405],
  ] as const) {
    const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/^content-type: text\/plain/im)
    expect(body).toMatch(/^[A-Z].+\.\n$/)
  }
})

test('a target in full, an offered upgrade and an unread body are requests like any other', async () => {
  const upgrade = 'connection: close, upgrade\r\nupgrade: h2c\r\n'
  for (const request of [raw('GET', 'http://localhost/api/v1/health'), raw('GET', '/api/v1/health', upgrade)]) {
    expect(await exchange(request)).toMatch(/^HTTP\/1\.1 401 /)
  }
  const unread = `POST /api/v1/stories HTTP/1.1\r\nhost: localhost\r\ncontent-length: 300000\r\n\r\n${'x'.repeat(300_000)}`
  const answers = await exchange(unread + raw('GET', '/api/v1/health'))
  expect(answers.match(/HTTP\/1\.1 401 /g)).toHaveLength(2)
})

test('says that it keeps a quiet connection for longer than a minute, as whoever closes first must be the caller', async () => {
  const response = await fetch(`${project.api.baseUrl}/api/v1/health`)
  expect(response.headers.get('keep-alive')).toBe('timeout=75')
})

test('a refused body that goes on is answered, read a little further, and hung up on', async () => {
  const length = 64 * 1024 * 1024
  const piece = Buffer.alloc(64 * 1024, 'x')
  const { text, sent } = await new Promise<{ text: string; sent: number }>((resolve) => {
    let text = ''
    let sent = 0
    const socket = connect(Number(new URL(project.api.baseUrl).port), '127.0.0.1', () => {
      socket.write(`POST /api/v1/stories HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`)
    })
    // Once it is answered: what the caller did not read of the answer is lost when the connection breaks.
    socket.on('data', (part) => {
      text += part
      goOn()
    })
    const goOn = (): void => {
      while (sent < length && !socket.destroyed) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', goOn)
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, sent }))
  })
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  expect(sent).toBeLessThan(length)
})

test('a request that is under way when the server is told to stop is answered, and the server ends in order', async () => {
  const server = await startServer(inject('productEnv'))
  const body = JSON.stringify({ caption: 'The last one', channels: ['x'] })
  const head = raw(
    'POST',
    '/api/v1/stories',
    `authorization: Bearer ${project.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n`,
  )
  const answer = new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
    let text = ''
    socket.on('error', reject)
    socket.on('end', () => resolve(text))
    socket.on('data', (part) => {
      text += part
      // The server reads the body now: stop it there.
      if (text.endsWith('100 Continue\r\n\r\n')) void refusesOthers().then(() => socket.write(body))
    })
  })
  const refusesOthers = async (): Promise<void> => {
    server.child.process.kill('SIGTERM')
    await until(async () => (await tryPort(server.port)) !== null, 'The end of listening')
  }
  expect(await answer).toMatch(/HTTP\/1\.1 201 Created/)
  await until(async () => server.child.process.exitCode !== null, 'The end of the server')
  expect(server.child.process.exitCode).toBe(0)
})
