import { setTimeout as sleep } from 'node:timers/promises'
import { diskFull, hasSpace } from './data-dir/disk-space'
import { serveDatabase } from './data-dir/embedded-database'
import { sendFailure, sendNotice, sendReady } from './processes/parent-messages'
import { stopWithParent } from './processes/stop-with-parent'

/**
 * Runs the embedded database: `database.ts <data folder> [statement timeout in seconds]`. up.ts starts it and
 * restarts it when it exits. No statement of the product takes that long.
 */
const [dataDir = '.data', statementSeconds = '60'] = process.argv.slice(2)

async function serve(): Promise<void> {
  await waitForSpace()
  const database = await serveDatabase(dataDir, {
    statementSeconds: Number(statementSeconds),
    onDisk(isFull) {
      sendNotice(
        isFull ? diskFull(dataDir, 'Requests fail with 503 until there is space.') : 'The disk has space again.',
      )
    },
  })
  sendReady()
  stopWithParent(() => database.stop())
  const message = `The embedded database has stopped: ${await database.broken}`
  process.stderr.write(`${message}\n`)
  sendNotice(message)
  process.exit(1)
}

/** A database on a full disk would exit at once, so wait until there is space. */
async function waitForSpace(): Promise<void> {
  if (hasSpace(dataDir)) return
  const message = diskFull(dataDir, 'The database starts when there is space.')
  process.stderr.write(`${message}\n`)
  sendNotice(message)
  while (!hasSpace(dataDir)) await sleep(500)
}

try {
  await serve()
} catch (error) {
  sendFailure(error)
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
