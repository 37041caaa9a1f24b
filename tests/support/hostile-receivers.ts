import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { verify } from '@/lib/webhooks/verify'
import { freePort } from './ports'

/** All that came of one event at one receiver. */
export type Heard = { arrivals: number; accepted: number; bodies: Set<string>; sequence: number }

export type Receivers = {
  urlOf(manner: string): string
  /** By manner, then by the id of the event. */
  heard: Map<string, Map<string, Heard>>
  /** Requests whose signatures did not hold, or whose id was not that of their body. */
  forged: string[]
  /** The secret of the endpoint at each manner. */
  secrets: Map<string, string>
  /** Runs this at the so-manieth request from now on, before it is answered. */
  atArrival(count: number, run: () => void): void
  /** Lets the one at `revived` answer; until then nothing listens there. */
  revive(): Promise<void>
  stop(): void
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const ok: Answer = (_, response) => void response.writeHead(200).end('ok')

const answers: Record<string, Answer> = {
  good: ok,
  revived: ok,
  fails: (_, response) => void response.writeHead(500).end('no'),
  resets: (request) => void request.socket.resetAndDestroy(),
  redirects: (_, response) => void response.writeHead(302, { location: '/good' }).end(),
  hangs: () => {},
  drips: (_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'), 200)
    response.once('close', () => clearInterval(timer))
  },
  // A yes with a body that never ends: what is beyond 64 KiB is nobody's business.
  endless: (_, response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', write)
    write()
  },
  short: (request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setImmediate(() => request.socket.destroy())
  },
}

/** Of a hundred requests ten go wrong, in turn in each way that takes no time. */
const mishaps = ['fails', 'resets', 'redirects', 'short'] as const
let flakyCount = 0
const isMishap = (): boolean => Math.random() < 0.1
const flaky = (): string => (isMishap() ? (mishaps[flakyCount++ % mishaps.length] ?? 'fails') : 'good')

/** Receivers of every bad manner beside good ones, which keep count of what they got. */
export async function startHostileReceivers(): Promise<Receivers> {
  const heard: Receivers['heard'] = new Map()
  const forged: string[] = []
  const secrets = new Map<string, string>()
  let alarm: { left: number; run: () => void } | null = null
  const countDown = (): void => {
    if (!alarm || --alarm.left > 0) return
    alarm.run()
    alarm = null
  }
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const manner = (request.url ?? '').slice(1)
    const way = manner === 'flaky' ? flaky() : manner
    const isAccepted = ['good', 'endless', 'revived'].includes(way)
    note({ heard, forged, secret: secrets.get(manner) ?? '' }, manner, request, Buffer.concat(pieces), isAccepted)
    countDown()
    answers[way]?.(request, response)
  }
  const listen = async (server: Server, port = 0): Promise<Server> => {
    // Longer than a caller keeps a connection, or one that is closed just then would be a failed attempt nobody saw.
    server.keepAliveTimeout = 120_000
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const http = () => createServer((request, response) => void take(request, response).catch(() => {}))
  const main = await listen(http())
  const revivedPort = await freePort()
  const garbage = await listenTcp(
    createTcp((socket) => socket.on('error', () => {}).once('data', () => socket.end('SSH-2.0\r\n'))),
  )
  const closes = await listenTcp(createTcp((socket) => socket.on('error', () => {}).destroy()))
  const pem = readFileSync('tests/support/self-signed.pem')
  const untrusted = await listenTcp(
    createTls({ key: pem, cert: pem }, (socket) => {
      socket.on('error', () => {}).once('data', () => forged.push('a request over TLS that nobody vouches for'))
    }).on('tlsClientError', () => {}),
  )
  const ports: Record<string, number> = {
    garbage: portOf(garbage),
    closes: portOf(closes),
    untrusted: portOf(untrusted),
    revived: revivedPort,
  }
  const servers: (Server | TcpServer)[] = [main, garbage, closes, untrusted]
  return {
    urlOf: (manner) =>
      `${manner === 'untrusted' ? 'https' : 'http'}://127.0.0.1:${ports[manner] ?? portOf(main)}/${manner}`,
    heard,
    forged,
    secrets,
    atArrival(count, run) {
      alarm = { left: count, run }
    },
    async revive() {
      servers.push(await listen(http(), revivedPort))
    },
    stop() {
      for (const server of servers) {
        if ('closeAllConnections' in server) server.closeAllConnections()
        server.close()
      }
    },
  }
}

const portOf = (server: Server | TcpServer): number => (server.address() as AddressInfo).port

async function listenTcp(server: TcpServer): Promise<TcpServer> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

type Book = { heard: Receivers['heard']; forged: string[]; secret: string }

/** Only a digest of each body is kept: a hundred thousand of them are many. */
function note(book: Book, manner: string, { headers }: IncomingMessage, body: Buffer, isAccepted: boolean): void {
  const { id, sequence } = JSON.parse(body.toString()) as { id: string; sequence: number }
  const { secret } = book
  const isTrue =
    headers['webhook-id'] === id &&
    headers['x-svc-event-id'] === id &&
    verify({ body, headers, secret }) &&
    verify({ body, headers, secret, kind: 'hex' })
  if (!isTrue) book.forged.push(`${manner} ${id}`)
  const ofManner = book.heard.get(manner) ?? new Map<string, Heard>()
  book.heard.set(manner, ofManner)
  const known = ofManner.get(id) ?? { arrivals: 0, accepted: 0, bodies: new Set<string>(), sequence }
  known.arrivals += 1
  if (isAccepted) known.accepted += 1
  known.bodies.add(createHash('sha256').update(body).digest('base64'))
  ofManner.set(id, known)
}
