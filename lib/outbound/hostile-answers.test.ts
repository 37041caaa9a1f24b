import { promises as dns } from 'node:dns'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTls, type Server as TlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startNameServer } from '@/tests/support/name-server'
import { reloadEnv } from '../env'
import { guardedAgent, guardedDispatcher } from './guard'
import { callOut, type TransportFault } from './request'

/** What a stranger's server may do to whoever calls it. */

const pem = readFileSync('tests/support/self-signed.pem')
const kept = 65_536

/** Writes again and again until nobody listens any more. */
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
  '/exact': (socket) => socket.write(whole('a'.repeat(kept))),
  '/one-more': (socket) => socket.write(whole('a'.repeat(kept + 1))),
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
  // A caller that had enough hangs up in the middle.
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
    maxBytes: kept,
    cutAtMaxBytes: true,
    dispatcher: guardedDispatcher,
    ...more,
  })
const faultOf = (call: Promise<unknown>): Promise<TransportFault> =>
  call.then(
    () => Promise.reject(new Error('The call was answered.')),
    (fault: TransportFault) => fault,
  )

test.each([
  ['/short', 2, false],
  ['/exact', kept, false],
  ['/one-more', kept, true],
  ['/endless', kept, true],
])('of %s so much is read: %i bytes', async (path, length, isCut) => {
  const answer = await post(url + path)
  expect([answer.status, answer.bytes.length, answer.isCut]).toEqual([200, length, isCut])
})

test('whoever is cut off is hung up on', async () => {
  await post(`${url}/endless`)
  expect(flooded.size).toBeGreaterThan(0)
  await vi.waitFor(() => expect([...flooded].filter((socket) => !socket.destroyed)).toEqual([]), 5_000)
})

test('news before the answer is not the answer', async () => {
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
])('%s is a fault: %s', async (path, code) => {
  expect(await faultOf(post(url + path))).toMatchObject({ wasWritten: true, code })
})

test('a redirect is an answer, and nobody goes where it leads', async () => {
  expect((await post(`${url}/redirect`)).status).toBe(308)
  expect(requests).toHaveLength(1)
})

test('no proxy of the environment comes between: it would dial what nobody checked', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
    vi.stubEnv(name, name.startsWith('NODE') ? '1' : `${url}/proxy`)
  const away = await faultOf(post('http://127.0.0.1:1/', { dispatcher: guardedAgent(null) }))
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
      // biome-ignore lint/correctness/noComponentHookFactories: it is no component.
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

test('a certificate that nobody vouches for gets no byte of the request', async () => {
  const { server, port } = await aTlsServer()
  expect(await faultOf(post(`https://127.0.0.1:${port}/`, { deadlineMs: 5_000 }))).toMatchObject({
    wasWritten: false,
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  server.close()
})

test('whoever never says hello is given up at the deadline, and not when the connection is', async () => {
  const order: string[] = []
  const address = `https://127.0.0.1:${(rude.address() as AddressInfo).port}/`
  const impatient = faultOf(post(address)).then((fault) => order.push(`deadline ${fault.code} ${fault.wasWritten}`))
  const patient = faultOf(post(address, { deadlineMs: 30_000 })).then((fault) => order.push(fault.code))
  await Promise.all([impatient, patient])
  expect(order).toEqual(['deadline timeout false', 'UND_ERR_CONNECT_TIMEOUT'])
})

test('whoever waits for a free connection is given up at the deadline, and nothing is sent later', async () => {
  const dispatcher = guardedAgent(1)
  let isFirstUnderWay = true
  const first = faultOf(post(`${url}/drip`, { dispatcher, deadlineMs: 2_000 })).then(() => {
    isFirstUnderWay = false
  })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(await faultOf(post(`${url}/short`, { dispatcher, deadlineMs: 200 }))).toMatchObject({
    wasWritten: false,
    code: 'timeout',
  })
  expect(isFirstUnderWay).toBe(true)
  await first
  expect((await post(`${url}/exact`, { dispatcher })).status).toBe(200)
  expect(requests.map((request) => request.split(' ')[1])).toEqual(['/drip', '/exact'])
})

test('the address is the checked one, and the name is still said: in TLS, which offers HTTP/1.1 alone, and in Host', async () => {
  const names = await startNameServer(() => ({ addresses: ['127.0.0.1'] }))
  const Resolver = dns.Resolver
  dns.Resolver = class extends Resolver {
    constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
      super(options)
      this.setServers([names.address])
    }
  }
  const { server, port, hellos } = await aTlsServer()
  await faultOf(post(`https://hook.example:${port}/`, { deadlineMs: 5_000 }))
  expect(hellos).toEqual([{ servername: 'hook.example', protocols: ['http/1.1'] }])
  const plain = (rude.address() as AddressInfo).port
  expect((await post(`http://hook.example:${plain}/short`)).status).toBe(200)
  expect(requests[0]).toContain(`host: hook.example:${plain}\r\n`)
  dns.Resolver = Resolver
  names.stop()
  server.close()
})

test('of several addresses the next is dialled when one does not answer', async () => {
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
