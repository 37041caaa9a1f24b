import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { socketOf } from '@/lib/db/embedded-socket'
import { database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { mintToken } from '@/lib/tokens/mint'

/** Gives this process the environment of the product's own, so that what it asks of the database is the same. */
export function useEnvironment(env: Record<string, string>): void {
  Object.assign(process.env, env, { LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '5' })
  reloadEnv()
}

export type Caller = { userId: string; projectId: string; token: string }

export async function aCaller(name: string): Promise<Caller> {
  const db = database()
  const userId = await ensureUser(db, { email: `${name}@example.com` })
  const projectId = await ensureProject(db, { userId, name })
  const { token } = await mintToken(db, { userId, projectId, name, scopes })
  return { userId, projectId, token }
}

/** Asks until it is so. The error says what was awaited in vain. */
export async function eventually(isTrue: () => Promise<boolean>, what: string, seconds: number): Promise<number> {
  const startedMs = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startedMs > seconds * 1000) throw new Error(`${what}: not within ${seconds} s`)
    await sleep(20)
  }
  return (performance.now() - startedMs) / 1000
}

/** Does `work` for each item, at most `atOnce` at a time. */
export async function inLanes<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}

export type BlackHole = { url: string; isSwallowing: boolean; cut(): void; stop(): Promise<void> }

/**
 * A way to a server that can fall silent: while it swallows, bytes go in, none come out, and nobody hangs up. `cut`
 * ends whatever runs over it.
 */
export async function startBlackHole(target: string): Promise<BlackHole> {
  const { hostname, port } = new URL(target)
  const path = socketOf(target)
  const sockets = new Set<Socket>()
  const hole = { isSwallowing: false }
  const server = createServer((near) => {
    const far = path ? dial(path) : dial(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (part) => {
        if (!hole.isSwallowing) to.write(part)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!hole.isSwallowing) to.destroy()
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
  return Object.assign(hole, {
    url: `postgres://postgres@127.0.0.1:${nearPort}/postgres`,
    cut,
    async stop() {
      cut()
      await new Promise((done) => server.close(done))
    },
  })
}
