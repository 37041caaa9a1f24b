import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { socketOf } from '@/lib/db/embedded-socket'

export type SilentProxy = { url: string; isSilent: boolean; cut(): void; stop(): Promise<void> }

/** A TCP proxy that can fall silent: it then accepts bytes and forwards none. `cut` ends all connections. */
export async function startSilentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target)
  const path = socketOf(target)
  const sockets = new Set<Socket>()
  const proxy = { isSilent: false }
  const server = createServer((near) => {
    const far = path ? dial(path) : dial(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (part) => {
        if (!proxy.isSilent) to.write(part)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!proxy.isSilent) to.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const nearPort = typeof address === 'object' ? address?.port : ''
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(proxy, {
    url: `postgres://postgres@127.0.0.1:${nearPort}/postgres`,
    cut,
    async stop() {
      cut()
      await new Promise((done) => server.close(done))
    },
  })
}
