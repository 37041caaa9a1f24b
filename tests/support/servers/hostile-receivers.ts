import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net'
import { createServer as createTls } from 'node:tls'
import { verify } from '@/lib/webhooks/signing/verify'
import { freePort } from '../processes/free-port'

/** Requests with one event at one receiver. */
export type Received = { arrivals: number; accepted: number; bodies: Set<string>; sequence: number }

export type Receivers = {
  urlOf(behaviour: string): string
  /** Key: behaviour, then event id. */
  received: Map<string, Map<string, Received>>
  /** Requests with an invalid signature, or with a different id than their body. */
  forged: string[]
  /** Secret of the endpoint by behaviour. */
  secrets: Map<string, string>
  /** Runs this before the response to the n-th request from now. */
  atArrival(count: number, run: () => void): void
  /** Starts the receiver `revived`. Until then nothing listens there. */
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
  // A 200 with an endless body. The product reads at most 64 KiB.
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

/** One request in ten fails, alternating between the errors that return immediately. */
const failures = ['fails', 'resets', 'redirects', 'short'] as const
let flakyCount = 0
const isFailure = (): boolean => Math.random() < 0.1
const flaky = (): string => (isFailure() ? (failures[flakyCount++ % failures.length] ?? 'fails') : 'good')

/** Starts receivers with every kind of error, and working ones. They record all requests. */
export async function startHostileReceivers(): Promise<Receivers> {
  const received: Receivers['received'] = new Map()
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
    const behaviour = (request.url ?? '').slice(1)
    const way = behaviour === 'flaky' ? flaky() : behaviour
    const isAccepted = ['good', 'endless', 'revived'].includes(way)
    note(
      { received, forged, secret: secrets.get(behaviour) ?? '' },
      behaviour,
      request,
      Buffer.concat(pieces),
      isAccepted,
    )
    countDown()
    answers[way]?.(request, response)
  }
  const listen = async (server: Server, port = 0): Promise<Server> => {
    // Longer than clients keep connections open: otherwise a closed connection would cause a failed attempt that is
    // not recorded here.
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
  const pem = readFileSync('tests/support/servers/self-signed.pem')
  const untrusted = await listenTcp(
    createTls({ key: pem, cert: pem }, (socket) => {
      socket.on('error', () => {}).once('data', () => forged.push('a request over TLS with an untrusted certificate'))
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
    urlOf: (behaviour) =>
      `${behaviour === 'untrusted' ? 'https' : 'http'}://127.0.0.1:${ports[behaviour] ?? portOf(main)}/${behaviour}`,
    received,
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

type ReceiverLog = { received: Receivers['received']; forged: string[]; secret: string }

/** Stores only a digest of each body: a run has 100,000. */
function note(
  log: ReceiverLog,
  behaviour: string,
  { headers }: IncomingMessage,
  body: Buffer,
  isAccepted: boolean,
): void {
  const { id, sequence } = JSON.parse(body.toString()) as { id: string; sequence: number }
  const { secret } = log
  const isTrue =
    headers['webhook-id'] === id &&
    headers['x-svc-event-id'] === id &&
    verify({ body, headers, secret }) &&
    verify({ body, headers, secret, kind: 'hex' })
  if (!isTrue) log.forged.push(`${behaviour} ${id}`)
  const ofBehaviour = log.received.get(behaviour) ?? new Map<string, Received>()
  log.received.set(behaviour, ofBehaviour)
  const known = ofBehaviour.get(id) ?? { arrivals: 0, accepted: 0, bodies: new Set<string>(), sequence }
  known.arrivals += 1
  if (isAccepted) known.accepted += 1
  known.bodies.add(createHash('sha256').update(body).digest('base64'))
  ofBehaviour.set(id, known)
}
