import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A receiver in a process of its own, so that it and the worker share nothing but the machine. It answers at once,
 * except under `/dead`, where it never does. `GET /arrivals?after=` tells what came: endpoint, and milliseconds from
 * the event's time to its arrival.
 */
type Arrival = { endpoint: string; atMs: number; afterMs: number }

let arrivals: Arrival[] = []

function take(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const atMs = Date.now()
    const { created_at } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { created_at: string }
    arrivals.push({ endpoint: request.url ?? '', atMs, afterMs: atMs - Date.parse(created_at) })
    response.writeHead(204).end()
  })
}

const server = createServer((request, response) => {
  if (request.method === 'GET') response.end(JSON.stringify({ arrivals }))
  else if (request.method === 'DELETE') {
    arrivals = []
    response.end()
  } else if (request.url !== '/dead') take(request, response)
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.argv[2]), '127.0.0.1')
