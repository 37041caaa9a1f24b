import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Enough for the largest file, so that its sender can finish and read the response. */
const discardedMaxBytes = 16 * 1024 * 1024
const discardingMaxMs = 5_000

/**
 * Reads the unread rest of a body, because the next request of the connection comes after it. Closes the connection if
 * the rest is too long.
 *
 * @param socket of the request. A destroyed request no longer has it, although the connection is still open.
 */
export function discardBody(incoming: IncomingMessage, socket: Socket): void {
  if (incoming.complete || socket.destroyed) return
  let discarded = 0
  const close = (): void => {
    if (!incoming.complete) socket.destroy()
  }
  const timer = setTimeout(close, discardingMaxMs)
  timer.unref()
  // The HTTP parser calls `push`. A request that Next has destroyed, or reads with `for await`, emits no data.
  incoming.push = (chunk: Buffer | null) => {
    discarded += chunk?.byteLength ?? 0
    if (chunk === null) clearTimeout(timer)
    else if (discarded > discardedMaxBytes) close()
    return true
  }
  socket.resume()
}
