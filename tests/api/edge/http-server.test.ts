import { connect } from 'node:net'
import { beforeAll, expect, inject, test } from 'vitest'
import { isPortFree } from '@/scripts/data-dir/ports'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { until } from '@/tests/support/processes/child-process'
import { startServer } from '@/tests/support/servers/product'

let project: TestProject
beforeAll(async () => {
  project = await aProject()
})

/** Sends raw bytes and returns the raw response. `fetch` refuses to send most of these requests. */
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
  ['an invalid escape', raw('GET', '/api/v1/stories/%zz'), 400, 'validation_error'],
  ['an escape that is not UTF-8', raw('DELETE', '/api/v1/stories/%ff'), 400, 'validation_error'],
  ['a target without a slash', raw('GET', 'api/v1/stories'), 400, 'validation_error'],
  ['TRACE', raw('TRACE', '/api/v1/stories'), 405, 'method_not_allowed'],
  ['PROPFIND', raw('PROPFIND', '/api/v1/stories'), 405, 'method_not_allowed'],
  ['PROPFIND on an unknown path', raw('PROPFIND', '/api/v1/nothing'), 405, 'method_not_allowed'],
  ['CONNECT', raw('CONNECT', 'example.com:443'), 405, 'method_not_allowed'],
  ['an unknown method', raw('FOO', '/api/v1/stories'), 405, 'method_not_allowed'],
  ['a URL of 20,000 characters', raw('GET', `/api/v1/${'a'.repeat(20_000)}`), 400, 'validation_error'],
  [
    'a header of 20,000 characters',
    raw('GET', '/api/v1/stories', `x-long: ${'a'.repeat(20_000)}\r\n`),
    400,
    'validation_error',
  ],
  ['not HTTP', 'GET / HTTP/9.9\r\n\r\n', 400, 'validation_error'],
])('400 or 405 in the error format, with a request id: %s', async (_, request, status, code) => {
  const [head = '', body = ''] = (await exchange(request)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im)
  expect(head).toMatch(/^content-type: application\/json$/im)
  expect(JSON.parse(body).error).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].+\.$/) })
  if (status === 405) expect(head).toMatch(/^allow: \S/im)
})

test('errors outside of /api are plain text', async () => {
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

test('accepts a full URL as target, an offered upgrade and an unread body', async () => {
  const upgrade = 'connection: close, upgrade\r\nupgrade: h2c\r\n'
  for (const request of [raw('GET', 'http://localhost/api/v1/health'), raw('GET', '/api/v1/health', upgrade)]) {
    expect(await exchange(request)).toMatch(/^HTTP\/1\.1 401 /)
  }
  const unread = `POST /api/v1/stories HTTP/1.1\r\nhost: localhost\r\ncontent-length: 300000\r\n\r\n${'x'.repeat(300_000)}`
  const answers = await exchange(unread + raw('GET', '/api/v1/health'))
  expect(answers.match(/HTTP\/1\.1 401 /g)).toHaveLength(2)
})

test('keeps idle connections open for 75 seconds, longer than clients do', async () => {
  const response = await fetch(`${project.api.baseUrl}/api/v1/health`)
  expect(response.headers.get('keep-alive')).toBe('timeout=75')
})

test('responds before a refused body ends, drains part of it and closes the connection', async () => {
  const length = 64 * 1024 * 1024
  const piece = Buffer.alloc(64 * 1024, 'x')
  const { text, sent } = await new Promise<{ text: string; sent: number }>((resolve) => {
    let text = ''
    let sent = 0
    const socket = connect(Number(new URL(project.api.baseUrl).port), '127.0.0.1', () => {
      socket.write(`POST /api/v1/stories HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`)
    })
    // Continue after the response, which would be lost if the connection broke earlier.
    socket.on('data', (part) => {
      text += part
      sendMore()
    })
    const sendMore = (): void => {
      while (sent < length && !socket.destroyed) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', sendMore)
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, sent }))
  })
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  expect(sent).toBeLessThan(length)
})

test('finishes a running request on SIGTERM, then exits with 0', async () => {
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
      if (text.endsWith('100 Continue\r\n\r\n')) void stopListening().then(() => socket.write(body))
    })
  })
  const stopListening = async (): Promise<void> => {
    server.child.process.kill('SIGTERM')
    await until(() => isPortFree(server.port), 'The end of listening')
  }
  expect(await answer).toMatch(/HTTP\/1\.1 201 Created/)
  await until(async () => server.child.process.exitCode !== null, 'The end of the server')
  expect(server.child.process.exitCode).toBe(0)
})
