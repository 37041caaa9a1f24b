import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request as it came. */
export type Arrival = { path: string; headers: IncomingHttpHeaders; body: Buffer; atMs: number }

/** How a receiver answers; `takes` is what it does once it has the whole request. */
export type Manner =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string | Buffer }
  /** Repeats the headers of the request, as receivers for trying things out do. */
  | { kind: 'echo'; escapesSlashes?: boolean }
  /** Answers after so long. */
  | { kind: 'slow'; ms: number }
  /** Answers when the promise says so. */
  | { kind: 'held'; until: Promise<unknown>; status?: number }
  | { kind: 'hang' }
  /** A 200 whose body has no end; `pauseMs` between two pieces. */
  | { kind: 'endless'; pauseMs: number }
  /** Closes the connection without an answer. */
  | { kind: 'close' }
  /** Promises more than it sends, then closes. */
  | { kind: 'short' }

export type Receiver = {
  url: string
  /** What came so far, oldest first. */
  arrivals: Arrival[]
  /** How a path answers from now on; a function is asked each time. */
  answer(path: string, manner: Manner | (() => Manner)): void
  stop(): Promise<void>
}

/** A real HTTP server on loopback that keeps what it gets. A path that nothing was said of answers 200. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const manners = new Map<string, Manner | (() => Manner)>()
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const path = request.url ?? ''
    arrivals.push({ path, headers: request.headers, body: Buffer.concat(pieces), atMs: performance.now() })
    const manner = manners.get(path) ?? { kind: 'status', status: 200 }
    await answer(request, response, typeof manner === 'function' ? manner() : manner)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    answer: (path, manner) => void manners.set(path, manner),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, manner: Manner): Promise<void> {
  switch (manner.kind) {
    case 'status':
      response.writeHead(manner.status, manner.headers).end(manner.body)
      break
    case 'echo': {
      const text = JSON.stringify(request.headers)
      response.writeHead(200).end(manner.escapesSlashes ? text.replaceAll('/', '\\/') : text)
      break
    }
    case 'slow':
      await sleep(manner.ms)
      response.writeHead(200).end()
      break
    case 'held':
      await manner.until
      response.writeHead(manner.status ?? 200).end()
      break
    case 'hang':
      break
    case 'endless':
      response.writeHead(200)
      await pipeline(endless(manner.pauseMs), response).catch(() => {})
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

/** Speaks no HTTP: `say` gets each connection once something has arrived on it. */
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
