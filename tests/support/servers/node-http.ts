import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Converts a request of Node to a standard one, as Next does for its route handlers. */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, `${value}`)
  const closed = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) closed.abort()
  })
  const { method = 'GET' } = incoming
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: toStream(incoming), duplex: 'half' }
  return new Request(origin + incoming.url, { method, headers, signal: closed.signal, ...body })
}

/** Reads the body on demand. Cancelling keeps the connection open for the response; `Readable.toWeb` would close it. */
function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  // The `close` event reports errors too.
  incoming.on('error', () => {})
  let isStarted = false
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isStarted) start(controller, incoming)
        isStarted = true
        incoming.resume()
      },
      cancel() {
        incoming.removeAllListeners('data')
        incoming.resume()
      },
    },
    { highWaterMark: 0 },
  )
}

function start(controller: ReadableStreamDefaultController<Uint8Array>, incoming: IncomingMessage): void {
  const fail = (): void => controller.error(new Error('The connection was closed.'))
  if (incoming.closed) {
    fail()
    return
  }
  const onData = (chunk: Buffer): void => {
    controller.enqueue(chunk)
    if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
  }
  let isComplete = false
  incoming.on('data', onData)
  incoming.once('end', () => {
    isComplete = true
    if (incoming.listeners('data').includes(onData)) controller.close()
  })
  incoming.once('close', () => {
    if (!isComplete) fail()
  })
}

export async function send(response: Response, { method }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat())
  if (response.body && method !== 'HEAD') await pipeline(Readable.fromWeb(response.body as never), outgoing)
  else outgoing.end()
}
