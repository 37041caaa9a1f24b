import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import { log } from '@/lib/logger'
import { DiskGuard } from './disk-guard'
import { TurnQueue } from './embedded-queue'
import { listenOnSocket } from './embedded-socket'
import { TurnWatch } from './turn-watch'

export type EmbeddedDatabase = {
  url: string
  /** Resolves with the reason if the backend ends unexpectedly. Only a new process can start it again. */
  broken: Promise<string>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Folder of the socket; defaults to a temporary folder. */
  dataDir?: string
  /** Max seconds per statement; then the process is killed, because nothing else stops it. Unlimited by default. */
  statementSeconds?: number
  /** Called when the disk is full and writes are refused, and when there is space again. */
  onDisk?(isFull: boolean): void
}

/**
 * Starts the embedded PostgreSQL (PGlite with pgvector) on a Unix socket. It has one backend: while a transaction is
 * open, all other clients wait.
 *
 * @param directory the database folder; `memory://` keeps everything in memory, for tests
 */
export async function startEmbeddedDatabase(
  directory: string,
  { dataDir, statementSeconds, onDisk }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const db = await PGlite.create({
    dataDir: directory,
    extensions: { vector },
    // The default of 128 MB is most of the process's memory. The OS caches the files anyway, so that random pages cost
    // little more than others: index-only scans are faster than the planner's default expects.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB', '-c', 'random_page_cost=1.1'],
  })
  const watch = statementSeconds === undefined ? undefined : new TurnWatch(statementSeconds)
  let isBroken = false
  let resolveBroken = (_why: string): void => {}
  const broken = new Promise<string>((resolve) => {
    resolveBroken = (why) => {
      isBroken = true
      resolve(why)
    }
  })
  const turns = new TurnQueue(db, {
    disk: directory.startsWith('memory://') ? undefined : new DiskGuard(directory),
    watch,
    onEnd: resolveBroken,
    onDisk(isFull) {
      logDisk(isFull)
      onDisk?.(isFull)
    },
  })
  const queryQueue = turns as unknown as PGLiteSocketHandlerOptions['queryQueue']
  const handlers = new Set<PGLiteSocketHandler>()
  const listening = await listenOnSocket(dataDir, (socket) => {
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
    handlers.add(handler)
    for (const event of ['close', 'error']) handler.addEventListener(event, () => handlers.delete(handler))
    void handler.attach(socket).catch(() => socket.destroy())
  })
  return {
    url: listening.url,
    broken,
    async stop() {
      turns.stop()
      await watch?.stop()
      const closed = listening.close()
      await Promise.all([...handlers].map((handler) => handler.detach(true)))
      await closed
      if (!isBroken) await db.close()
    },
  }
}

function logDisk(isFull: boolean): void {
  if (isFull) log.error('database.disk_full', { message: 'The disk is full. Writes are refused until there is space.' })
  else log.info('database.disk_has_room', { message: 'The disk has space again. Writes are accepted.' })
}
