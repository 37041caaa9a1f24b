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
  /** Resolves with the reason when the backend has ended by itself. Nothing but a new process brings it back. */
  broken: Promise<string>
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Where the socket goes; without it into a temporary folder. */
  dataDir?: string
  /** How long one statement may take; then the process is killed, as nothing else ends it. Without it: for ever. */
  statementSeconds?: number
  /** Hears when the disk is full and writes are refused, and when they are taken again. */
  onDisk?(isFull: boolean): void
}

/**
 * Starts the embedded PostgreSQL (PGlite with pgvector) and serves it on a Unix socket. It is one backend: while a
 * transaction is open every other client waits.
 *
 * @param directory the folder of the database; `memory://` keeps everything in memory, for tests
 */
export async function startEmbeddedDatabase(
  directory: string,
  { dataDir, statementSeconds, onDisk }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const db = await PGlite.create({
    dataDir: directory,
    extensions: { vector },
    // The default of 128 MB is most of the process; the files are in the machine's own cache anyway.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'],
  })
  const watch = statementSeconds === undefined ? undefined : new TurnWatch(statementSeconds)
  let isBroken = false
  let tellBroken = (_why: string): void => {}
  const broken = new Promise<string>((resolve) => {
    tellBroken = (why) => {
      isBroken = true
      resolve(why)
    }
  })
  const turns = new TurnQueue(db, {
    disk: directory.startsWith('memory://') ? undefined : new DiskGuard(directory),
    watch,
    onEnd: tellBroken,
    onDisk(isFull) {
      tellDisk(isFull)
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

function tellDisk(isFull: boolean): void {
  if (isFull) log.error('database.disk_full', { message: 'The disk is full: writes are refused until there is room.' })
  else log.info('database.disk_has_room', { message: 'The disk has room again: writes are taken.' })
}
