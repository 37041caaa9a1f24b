// The server process: Next, and before it the front (lib/front/front.ts), which Next's own build brings along. Plain
// JavaScript, so that nothing has to be compiled at a start: `node scripts/server.mjs [folder of the project]`.
import { createServer } from 'node:http'
import next from 'next'

const [directory = '.'] = process.argv.slice(2)
const hostname = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 3000)
/** Requests that are under way may take this long to end. `npm run up` waits a little longer. */
const graceMs = 7_000

// Its output may go to a file on a full disk, or to a reader that went away: neither ends the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const listen = (server, ...address) =>
  new Promise((resolve, reject) => server.once('error', reject).listen(...address, resolve))

/** Next and the front, which instrumentation-node.ts makes. */
async function prepare() {
  const place = {}
  globalThis.storycastServer = place
  // Next takes this one for the server and listens to it for upgrades, which it would cut off. There are none here: a
  // request on the real one that offers an upgrade is answered like any other.
  const inner = createServer((request, response) => void toNext(request, response))
  const app = next({ dev: false, dir: directory, hostname, port, httpServer: inner })
  await app.prepare()
  const toNext = app.getRequestHandler()
  // Next runs instrumentation.ts at its first request, so it is given one.
  await listen(inner, 0, '127.0.0.1')
  await fetch(`http://127.0.0.1:${inner.address().port}/sign-in`).then((response) => response.arrayBuffer())
  inner.close()
  if (!place.front) throw new Error(place.fault ?? 'The build has no front. Build it again: npm run build')
  return { front: place.front, toNext }
}

async function start() {
  const { front, toNext } = await prepare()
  const server = createServer((request, response) => {
    // While it stops, no connection is kept for another request.
    if (!server.listening) response.shouldKeepAlive = false
    if (!front.answer(request, response)) void toNext(request, response)
  })
  // Longer than proxies and clients keep a quiet connection (a minute is usual): whoever closes first must not be the
  // server, or a request that is just being sent on it meets a reset.
  server.keepAliveTimeout = 75_000
  server.on('clientError', (error, socket) => front.refuseUnreadable(socket, error.code))
  server.on('connect', (_, socket) => front.refuseUnreadable(socket, 'CONNECT'))
  await listen(server, port, hostname)
  process.stdout.write(`Storycast listens at http://${hostname}:${port}\n`)
  tell({ event: 'ready' })
  return server
}

/** A parent that is gone meanwhile needs no news. */
function tell(message) {
  process.send?.(message, undefined, undefined, () => {})
}

/** Takes no new request, ends those that are under way, and goes. */
function stop(server) {
  if (!server.listening) return
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => process.exit(0), graceMs).unref()
}

try {
  const server = await start()
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(server))
  // A parent that was killed with -9 cannot tell, but the channel to it closes.
  if (process.send) process.on('disconnect', () => stop(server))
} catch (error) {
  const message =
    error?.code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program. Choose another one with PORT.`
      : `${error instanceof Error ? error.message : error}`
  process.stderr.write(`${message}\n`)
  tell({ event: 'failed', message, code: error?.code })
  process.exit(1)
}
