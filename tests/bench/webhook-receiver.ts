import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * A receiver in its own process. Responds immediately, except to `/dead`, where it never responds. `GET` returns the
 * arrivals: endpoint, time, and milliseconds since the event.
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
