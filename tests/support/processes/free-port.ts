import { randomInt } from 'node:crypto'
import { isPortFree } from '@/scripts/data-dir/ports'

/**
 * A free port below the range for outgoing connections: a connection could use a port of that range before the server
 * listens or while it restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 30_000)
    if (await isPortFree(port)) return port
  }
}
