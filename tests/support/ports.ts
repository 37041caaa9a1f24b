import { randomInt } from 'node:crypto'
import { tryPort } from '@/scripts/support/ports'

/**
 * A free port below those that systems give to outgoing connections. Among those, somebody's connection could take it
 * before the server that it is for listens, or while that server is restarted: tests run side by side.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await tryPort(randomInt(11_000, 30_000))
    if (port !== null) return port
  }
}
