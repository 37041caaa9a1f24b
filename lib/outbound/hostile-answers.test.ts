import { promises as dns } from 'node:dns'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTls, type Server as TlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startNameServer } from '@/tests/support/servers/name-server'
import { reloadEnv } from '../env'
import { guardedAgent, guardedDispatcher } from './guard'
import { callOut, type TransportError } from './request'

/** Servers that try to harm the caller. */

const pem = readFileSync('tests/support/servers/self-signed.pem')
const maxBytes = 65_536

/** Writes until the connection closes. */
function drip(socket: Socket, bytes: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(bytes), everyMs)
  socket.once('close', () => clearInterval(timer))
}

const flood = (socket: Socket, bytes: Buffer): void => {
  const write = () => {
    while (!socket.destroyed && socket.write(bytes));
  }
  socket.on('drain', write)
  write()
}

const flooded = new Set<Socket>()

const head = 'HTTP/1.1 200 OK\r\n'
const whole = (body: string): string => `${head}content-length: ${body.length}\r\n\r\n${body}`

const modes: Record<string, (socket: Socket) => unknown> = {
  '/short': (socket) => socket.write(whole('ok')),
  '/exact': (socket) => socket.write(whole('a'.repeat(maxBytes))),
  '/one-more': (socket) => socket.write(whole('a'.repeat(maxBytes + 1))),
  '/endless': (socket) => {
    socket.write(`${head}\r\n`)
    flooded.add(socket)
    flood(socket, Buffer.alloc(65_536, 'a'))
  },
  '/drip': (socket) => {
    socket.write(`${head}\r\n`)
    drip(socket, 'a', 20)
  },
  '/slow-headers': (socket) => {
    socket.write(head)
    drip(socket, 'x-a: 1\r\n', 20)
  },
  '/informs': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5),
  '/informed': (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n`.repeat(3) + whole('ok')),
  '/large-headers': (socket) => socket.write(`${head}x-a: ${'a'.repeat(20_000)}\r\n\r\n`),
  '/endless-headers': (socket) => {
    socket.write(head)
    flood(socket, Buffer.from(`x-a: ${'a'.repeat(4_000)}\r\n`.repeat(16)))
  },
  '/garbage': (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
  '/two-lengths': (socket) => socket.write(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\nok!`),
  '/bad-chunk': (socket) => socket.write(`${head}transfer-encoding: chunked\r\n\r\nzz\r\nok\r\n`),
  '/upgrade': (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  '/reset': (socket) => socket.resetAndDestroy(),
  '/redirect': (socket) =>
    socket.write('HTTP/1.1 308 Permanent Redirect\r\nlocation: /short\r\ncontent-length: 0\r\n\r\n'),
}

let rude: Server
let url: string
const requests: string[] = []
const sockets = new Set<Socket>()

const track = (socket: Socket): void => {
  sockets.add(socket)
  // The caller may close the connection at any time.
  socket.on('error', () => {}).once('close', () => sockets.delete(socket))
}

beforeAll(async () => {
  rude = createServer((socket) => {
    track(socket)
    socket.on('data', (data) => {
      requests.push(data.toString())
      modes[/^\w+ (\S+)/.exec(data.toString())?.[1] ?? '']?.(socket)
    })
  })
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  rude.close()
})
beforeEach(() => {
  requests.length = 0
})
afterEach(() => {
  vi.unstubAllEnvs()
  reloadEnv()
})

const post = (address: string, more: object = {}) =>
  callOut({
    method: 'POST',
    url: new URL(address),
    body: '{}',
    deadlineMs: 500,
    maxBytes: maxBytes,
    cutAtMaxBytes: true,
    dispatcher: guardedDispatcher,
    ...more,
  })
const errorOf = (call: Promise<unknown>): Promise<TransportError> =>
  call.then(
    () => Promise.reject(new Error('The call was answered.')),
    (error: TransportError) => error,
  )

test.each([
  ['/short', 2, false],
  ['/exact', maxBytes, false],
  ['/one-more', maxBytes, true],
  ['/endless', maxBytes, true],
])('%s is read up to %i bytes', async (path, length, isCut) => {
  const answer = await post(url + path)
  expect([answer.status, answer.bytes.length, answer.isCut]).toEqual([200, length, isCut])
})

test('truncating a response closes the connection', async () => {
  await post(`${url}/endless`)
  expect(flooded.size).toBeGreaterThan(0)
  await vi.waitFor(() => expect([...flooded].filter((socket) => !socket.destroyed)).toEqual([]), 5_000)
})

test('ignores informational responses (1xx)', async () => {
  const answer = await post(`${url}/informed`)
  expect([answer.status, answer.bytes.toString()]).toEqual([200, 'ok'])
})

test.each([
  ['/drip', 'timeout'],
  ['/slow-headers', 'timeout'],
  ['/informs', 'timeout'],
  ['/large-headers', 'UND_ERR_HEADERS_OVERFLOW'],
  ['/endless-headers', 'UND_ERR_HEADERS_OVERFLOW'],
  ['/garbage', 'HTTPParserError'],
  ['/two-lengths', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'],
  ['/bad-chunk', 'HTTPParserError'],
  ['/upgrade', 'UND_ERR_SOCKET'],
  ['/reset', 'ECONNRESET'],
])('%s fails with %s', async (path, code) => {
  expect(await errorOf(post(url + path))).toMatchObject({ wasWritten: true, code })
})

test('does not follow redirects', async () => {
  expect((await post(`${url}/redirect`)).status).toBe(308)
  expect(requests).toHaveLength(1)
})

test('ignores proxies of the environment, which would connect to unchecked addresses', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
    vi.stubEnv(name, name.startsWith('NODE') ? '1' : `${url}/proxy`)
  const away = await errorOf(post('http://127.0.0.1:1/', { dispatcher: guardedAgent(null) }))
  expect(away).toMatchObject({ code: 'ECONNREFUSED' })
  expect(requests).toEqual([])
})

type Hello = { servername: string; protocols: string[] }

async function aTlsServer(): Promise<{ server: TlsServer; port: number; hellos: Hello[] }> {
  const hellos: Hello[] = []
  const server = createTls(
    {
      key: pem,
      cert: pem,
      // biome-ignore lint/correctness/noComponentHookFactories: not a component.
      ALPNCallback: ({ servername, protocols }) => {
        hellos.push({ servername, protocols })
        return protocols[0]
      },
    },
    (socket) => socket.end(whole('seen')),
  )
  server.on('connection', track).on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port, hellos }
}

test('sends nothing to a server with an untrusted certificate', async () => {
  const { server, port } = await aTlsServer()
  expect(await errorOf(post(`https://127.0.0.1:${port}/`, { deadlineMs: 5_000 }))).toMatchObject({
    wasWritten: false,
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  server.close()
})

test('the deadline also ends a TLS handshake', async () => {
  const order: string[] = []
  const address = `https://127.0.0.1:${(rude.address() as AddressInfo).port}/`
  const withDeadline = errorOf(post(address)).then((error) => order.push(`deadline ${error.code} ${error.wasWritten}`))
  const withoutDeadline = errorOf(post(address, { deadlineMs: 30_000 })).then((error) => order.push(error.code))
  await Promise.all([withDeadline, withoutDeadline])
  expect(order).toEqual(['deadline timeout false', 'UND_ERR_CONNECT_TIMEOUT'])
})

test('the deadline also ends the wait for a free connection, and nothing is sent later', async () => {
  const dispatcher = guardedAgent(1)
  let isFirstUnderWay = true
  const first = errorOf(post(`${url}/drip`, { dispatcher, deadlineMs: 2_000 })).then(() => {
    isFirstUnderWay = false
  })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(await errorOf(post(`${url}/short`, { dispatcher, deadlineMs: 200 }))).toMatchObject({
    wasWritten: false,
    code: 'timeout',
  })
  expect(isFirstUnderWay).toBe(true)
  await first
  expect((await post(`${url}/exact`, { dispatcher })).status).toBe(200)
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/drip', '/exact'])
})

test('connects to the checked address, with the name in SNI and Host, and HTTP/1.1 only', async () => {
  const names = await startNameServer(() => ({ addresses: ['127.0.0.1'] }))
  const Resolver = dns.Resolver
  dns.Resolver = class extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([names.address])
    }
  }
  const { server, port, hellos } = await aTlsServer()
  await errorOf(post(`https://hook.example:${port}/`, { deadlineMs: 5_000 }))
  expect(hellos).toEqual([{ servername: 'hook.example', protocols: ['http/1.1'] }])
  const plain = (rude.address() as AddressInfo).port
  expect((await post(`http://hook.example:${plain}/short`)).status).toBe(200)
  expect(requests[0]).toContain(`host: hook.example:${plain}\r\n`)
  dns.Resolver = Resolver
  names.stop()
  server.close()
})

test('tries the next address when one does not respond', async () => {
  const names = await startNameServer(() => ({ addresses: ['127.0.0.2', '127.0.0.1'] }))
  const Resolver = dns.Resolver
  dns.Resolver = class extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([names.address])
    }
  }
  const { port } = rude.address() as AddressInfo
  expect((await post(`http://twice.example:${port}/short`, { deadlineMs: 5_000 })).status).toBe(200)
  dns.Resolver = Resolver
  names.stop()
})
