import { setTimeout as sleep } from 'node:timers/promises'
import { serveDatabase } from './support/database'
import { hasRoom, noRoom } from './support/room'
import { stopWithParent } from './support/stop-with-parent'
import { tellFailure, tellPeople, tellReady } from './support/tell-parent'

/**
 * The embedded database as a process of its own: `database.ts <folder> [seconds that a statement may take]`.
 * Started by up.ts, and again when it ends. Nothing in the product waits for a statement for a minute but a migration,
 * and those of a folder of this kind take less.
 */
const [dataDir = '.data', statementSeconds = '60'] = process.argv.slice(2)

async function serve(): Promise<void> {
  await untilRoom()
  const database = await serveDatabase(dataDir, {
    statementSeconds: Number(statementSeconds),
    onDisk(isFull) {
      tellPeople(
        isFull ? noRoom(dataDir, 'Until there is room, requests are answered 503.') : 'The disk has room again.',
      )
    },
  })
  tellReady()
  stopWithParent(() => database.stop())
  const why = await database.broken
  process.stderr.write(`The embedded database has ended: ${why}\n`)
  tellPeople(`The embedded database has ended: ${why}`)
  process.exit(1)
}

/** A database that is opened on a full disk ends at once, so it is not opened before there is room. */
async function untilRoom(): Promise<void> {
  if (hasRoom(dataDir)) return
  const message = noRoom(dataDir, 'The database is opened when there is room.')
  process.stderr.write(`${message}\n`)
  tellPeople(message)
  while (!hasRoom(dataDir)) await sleep(500)
}

try {
  await serve()
} catch (error) {
  tellFailure(error)
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
