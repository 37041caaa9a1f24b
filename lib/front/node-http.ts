import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { noteNodeBody } from '@/lib/api/node-body'
import { setForwardedHeaders } from './forwarded-headers'

const compress = promisify(gzip)
/** Below this the headers weigh more than what is saved. */
const compressedMinBytes = 1024

/** Node's request as the standard's, with the headers that Next adds: the caller's address is read from there. */
export function toRequest(incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request {
  const headers = new Headers()
  const { rawHeaders, method = 'GET' } = incoming
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string)
  }
  setForwardedHeaders(headers, incoming)
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? { body: toStream(incoming), duplex: 'half' } : {}
  const request = new Request(origin + incoming.url, { method, headers, signal: gone.signal, ...body })
  if (hasBody) noteNodeBody(request, incoming)
  return request
}

/**
 * The body, read as slowly as it is asked for, and left alone until then: it may be read as Node's instead. Cancelling it
 * leaves the connection alone, as the one who cancels still wants to answer; `Readable.toWeb` would cut it.
 */
function toStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  // What is wrong is said by `close` as well; without a listener it would end the process.
  incoming.on('error', () => {})
  // Nothing is taken out by this, but Node leaves the body to us: one that nobody read it would take to its end.
  incoming.read(0)
  let isAsked = false
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!isAsked) feed(controller, incoming)
        isAsked = true
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

/** Hands on piece by piece, each when it is asked for. */
function feed(controller: ReadableStreamDefaultController<Uint8Array>, incoming: IncomingMessage): void {
  const breakOff = (): void => controller.error(new Error('The body broke off.'))
  if (incoming.closed) {
    breakOff()
    return
  }
  const onData = (chunk: Buffer): void => {
    controller.enqueue(chunk)
    if ((controller.desiredSize ?? 0) <= 0) incoming.pause()
  }
  incoming.on('data', onData)
  let isAtEnd = false
  incoming.once('end', () => {
    isAtEnd = true
    if (incoming.listeners('data').includes(onData)) controller.close()
  })
  // Not `incoming.complete`: of a body that is here whole and waits to be read, no end is told any more.
  incoming.once('close', () => {
    if (!isAtEnd) breakOff()
  })
}

/** What is left of a body is read this far, the largest file included, so that its sender gets to see the answer. */
const discardedMaxBytes = 16 * 1024 * 1024
const discardingMaxMs = 5_000

/** Reads what nobody wants of a body, and hangs up on a sender that does not end. */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return
  let discarded = 0
  const hangUp = (): void => {
    if (!incoming.complete) incoming.socket.destroy()
  }
  const timer = setTimeout(hangUp, discardingMaxMs)
  timer.unref()
  incoming.removeAllListeners('data')
  incoming.on('data', (chunk: Buffer) => {
    discarded += chunk.byteLength
    if (discarded > discardedMaxBytes) hangUp()
  })
  incoming.once('close', () => clearTimeout(timer))
  incoming.resume()
}

/** Writes the standard's answer as Node's. */
export async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // What nobody has read of a body stands before the next request of the connection.
  outgoing.once('finish', () => discardRest(incoming))
  const { status, headers } = response
  const isHead = incoming.method === 'HEAD'
  if (response.body !== null && !isHead && headers.get('content-type') !== 'application/json') {
    outgoing.writeHead(status, [...headers].flat())
    await pipeline(Readable.fromWeb(response.body as never), outgoing)
    return
  }
  let bytes: Buffer = response.body === null ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer())
  if (bytes.byteLength >= compressedMinBytes) {
    headers.append('vary', 'accept-encoding')
    if (!isHead && acceptsGzip(incoming)) {
      headers.set('content-encoding', 'gzip')
      bytes = await compress(bytes)
    }
  }
  if (response.body !== null) headers.set('content-length', String(bytes.byteLength))
  outgoing.writeHead(status, [...headers].flat())
  outgoing.end(isHead ? undefined : bytes)
}

const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  /(?:^|[\s,])(?:gzip|\*)(?:\s*;\s*q=(?:1|0\.0*[1-9])\S*)?\s*(?:,|$)/i.test(
    headers['accept-encoding']?.toString() ?? '',
  )
