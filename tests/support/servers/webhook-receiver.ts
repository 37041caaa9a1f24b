import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A received request. */
export type Arrival = { path: string; headers: IncomingHttpHeaders; body: Buffer; atMs: number }

/** How a receiver responds. */
export type ReceiverBehaviour =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Returns the headers of the request, as public test receivers do. */
  | { kind: 'echo'; escapesSlashes?: boolean }
  /** Responds after a delay. */
  | { kind: 'slow'; ms: number }
  /** Responds when the promise resolves. */
  | { kind: 'held'; until: Promise<unknown>; status?: number }
  | { kind: 'hang' }
  /** A 200 with an endless body; `pauseMs` between two pieces. */
  | { kind: 'endless'; pauseMs: number }
  /** Closes the connection without a response. */
  | { kind: 'close' }
  /** Closes before the announced length is sent. */
  | { kind: 'short' }

export type Receiver = {
  url: string
  /** Requests so far, oldest first. */
  arrivals: Arrival[]
  /** Sets the response of a path. A function is called for each request. */
  answer(path: string, behaviour: ReceiverBehaviour | (() => ReceiverBehaviour)): void
  stop(): Promise<void>
}

/** An HTTP server on loopback that records requests. The default response is 200. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const behaviours = new Map<string, ReceiverBehaviour | (() => ReceiverBehaviour)>()
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const path = request.url ?? ''
    arrivals.push({ path, headers: request.headers, body: Buffer.concat(pieces), atMs: performance.now() })
    const behaviour = behaviours.get(path) ?? { kind: 'status', status: 200 }
    await answer(request, response, typeof behaviour === 'function' ? behaviour() : behaviour)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    answer: (path, behaviour) => void behaviours.set(path, behaviour),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, behaviour: ReceiverBehaviour): Promise<void> {
  switch (behaviour.kind) {
    case 'status':
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body)
      break
    case 'echo': {
      const text = JSON.stringify(request.headers)
      response.writeHead(200).end(behaviour.escapesSlashes ? text.replaceAll('/', '\\/') : text)
      break
    }
    case 'slow':
      await sleep(behaviour.ms)
      response.writeHead(200).end()
      break
    case 'held':
      await behaviour.until
      response.writeHead(behaviour.status ?? 200).end()
      break
    case 'hang':
      break
    case 'endless':
      response.writeHead(200)
      await pipeline(endless(behaviour.pauseMs), response).catch(() => {})
      break
    case 'close':
      request.socket.destroy()
      break
    case 'short':
      response.writeHead(200, { 'content-length': '1000' })
      response.write('only this')
      setImmediate(() => request.socket.destroy())
      break
  }
}

async function* endless(pauseMs: number): AsyncGenerator<string> {
  for (;;) {
    yield pauseMs > 0 ? 'x' : 'x'.repeat(16_384)
    if (pauseMs > 0) await sleep(pauseMs)
  }
}

/** A TCP server. Calls `say` with each connection after its first bytes. */
export async function startRawReceiver(say: (socket: Socket) => void): Promise<{ url: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', () => say(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
