import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

export type EmbeddedDatabase = { url: string; port: number; stop(): Promise<void> }

/**
 * Starts the embedded PostgreSQL (PGlite with pgvector) on a folder and serves it on a loopback port. It is one
 * backend: while a transaction is open every other client waits.
 *
 * @param directory the data folder; `memory://` keeps everything in memory, for tests
 * @param port 0 takes a free one
 */
export async function startEmbeddedDatabase(directory: string, port: number): Promise<EmbeddedDatabase> {
  const db = await PGlite.create({ dataDir: directory, extensions: { vector } })
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 500 })
  await server.start()
  const actual = Number(server.getServerConn().split(':').at(-1))
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${actual}/postgres`,
    port: actual,
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}
