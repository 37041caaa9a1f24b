// The server process: Next behind an HTTP server that handles requests which Next handles incorrectly (lib/http-
// server). Plain JavaScript, so nothing is compiled at start: `node scripts/server.mjs [project folder]`.
import { createServer } from 'node:http'
import next from 'next'

const [directory = '.'] = process.argv.slice(2)
const hostname = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 3000)
/** Time for running requests to finish. `npm run up` waits a little longer. */
const graceMs = 7_000

// Writing logs can fail (full disk, closed pipe). That must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const listen = (server, ...address) =>
  new Promise((resolve, reject) => server.once('error', reject).listen(...address, resolve))

/** Starts Next and gets the functions that instrumentation-node.ts provides. */
async function prepare() {
  const hooks = {}
  globalThis.storycastServer = hooks
  // Next adds an upgrade listener to this server, which closes the connection. So it gets a temporary server, and an
  // upgrade request to the real one is handled like any other.
  const temporary = createServer((request, response) => void toNext(request, response))
  const app = next({ dev: false, dir: directory, hostname, port, httpServer: temporary })
  await app.prepare()
  const toNext = app.getRequestHandler()
  // Next runs instrumentation.ts at the first request.
  await listen(temporary, 0, '127.0.0.1')
  await fetch(`http://127.0.0.1:${temporary.address().port}/sign-in`).then((response) => response.arrayBuffer())
  temporary.close()
  if (!hooks.answerUnparsable) throw new Error(hooks.error ?? 'The build is incomplete. Build again: npm run build')
  return { ...hooks, toNext }
}

async function start() {
  const { answerBeforeNext, answerUnparsable, toNext } = await prepare()
  const server = createServer((request, response) => {
    // While stopping, close each connection after its response.
    if (!server.listening) response.shouldKeepAlive = false
    if (!answerBeforeNext(request, response)) void toNext(request, response)
  })
  // Longer than the idle timeout of proxies and clients (usually a minute). If the server closed first, a request that
  // is just being sent would get a reset.
  server.keepAliveTimeout = 75_000
  server.on('clientError', (error, socket) => answerUnparsable(socket, error.code))
  server.on('connect', (_, socket) => answerUnparsable(socket, 'CONNECT'))
  await listen(server, port, hostname)
  process.stdout.write(`Storycast listens at http://${hostname}:${port}\n`)
  send({ event: 'ready' })
  return server
}

/** Sends a message to the parent process. Errors are ignored: the parent may have exited. */
function send(message) {
  process.send?.(message, undefined, undefined, () => {})
}

/** Stops listening, finishes running requests and exits. */
function stop(server) {
  if (!server.listening) return
  server.close(() => process.exit(0))
  server.closeIdleConnections()
  setTimeout(() => process.exit(0), graceMs).unref()
}

try {
  const server = await start()
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(server))
  // A parent that was killed with SIGKILL cannot send a signal, but the IPC channel closes.
  if (process.send) process.on('disconnect', () => stop(server))
} catch (error) {
  const message =
    error?.code === 'EADDRINUSE'
      ? `Port ${port} is taken by another program. Choose another one with PORT.`
      : `${error instanceof Error ? error.message : error}`
  process.stderr.write(`${message}\n`)
  send({ event: 'failed', message, code: error?.code })
  process.exit(1)
}
