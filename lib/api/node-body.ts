import type { IncomingMessage } from 'node:http'

const bodies = new WeakMap<Request, IncomingMessage>()

/** Notes which of Node's requests stands behind one of the standard's, whose stream takes the processor three times as long. */
export function noteNodeBody(request: Request, incoming: IncomingMessage): void {
  bodies.set(request, incoming)
}

/**
 * The body as Node reads it, for whoever reads all of it in pieces. Who stops asking leaves the connection alone, as the
 * answer is still to go out on it. Undefined for a request that came another way, or that somebody has begun to read.
 */
export function nodeBodyOf(request: Request): AsyncIterable<Uint8Array> | undefined {
  const incoming = request.bodyUsed ? undefined : bodies.get(request)
  return incoming?.iterator({ destroyOnReturn: false })
}
