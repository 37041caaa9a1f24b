import { createServer, type Server } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import { TurnQueue } from './embedded-queue'

export type EmbeddedDatabase = { url: string; port: number; stop(): Promise<void> }

/**
 * Starts the embedded PostgreSQL (PGlite with pgvector) on a folder and serves it on a loopback port. It is one
 * backend: while a transaction is open every other client waits.
 *
 * @param directory the data folder; `memory://` keeps everything in memory, for tests
 * @param port 0 takes a free one
 */
export async function startEmbeddedDatabase(directory: string, port: number): Promise<EmbeddedDatabase> {
  const db = await PGlite.create({
    dataDir: directory,
    extensions: { vector },
    // The default of 128 MB is most of the process; the files are in the machine's own cache anyway.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
  })
  const queryQueue = new TurnQueue(db) as unknown as PGLiteSocketHandlerOptions['queryQueue']
  const handlers = new Set<PGLiteSocketHandler>()
  const server = createServer((socket) => {
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
    handlers.add(handler)
    for (const event of ['close', 'error']) handler.addEventListener(event, () => handlers.delete(handler))
    void handler.attach(socket).catch(() => socket.destroy())
  })
  const actual = await listen(server, port)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${actual}/postgres`,
    port: actual,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.all([...handlers].map((handler) => handler.detach(true)))
      await closed
      await db.close()
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
