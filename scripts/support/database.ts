import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EmbeddedOptions } from '@/lib/db/embedded'
import { socketOf } from '@/lib/db/embedded-socket'
import { isAlive } from './alive'
import { takeFolder } from './folder-lock'

/** What the process that serves a data folder says of itself, so that others find it and none opens it twice. */
type Served = { pid: number; url: string }

const fileOf = (dataDir: string): string => join(dataDir, 'database.json')

/** The address of a running embedded database on this folder, or null. */
export async function findServed(dataDir: string): Promise<string | null> {
  let served: Served
  try {
    served = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
  } catch {
    return null
  }
  const socket = URL.canParse(served.url) ? socketOf(served.url) : null
  return socket && isAlive(served.pid) && (await accepts({ path: socket })) ? served.url : null
}

/** Whether something listens on this Unix socket or loopback port. */
export function accepts(at: { path: string } | { port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect('path' in at ? at : { host: '127.0.0.1', ...at })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

export type ServedHere = { url: string; broken: Promise<string>; stop(): Promise<void> }

/** Serves the folder's database from this process, and says so in a file. Two backends on one folder would spoil it. */
export async function serveDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<ServedHere> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = takeFolder(dataDir)
  // Loaded by the one process that serves it: it weighs more than everything else together.
  const { startEmbeddedDatabase } = await import('@/lib/db/embedded')
  const directory = join(dataDir, 'database')
  removeDrafts(dataDir)
  if (!existsSync(join(directory, 'PG_VERSION'))) await create(dataDir, directory)
  const database = await startEmbeddedDatabase(directory, { ...options, dataDir })
  const served: Served = { pid: process.pid, url: database.url }
  writeFileSync(fileOf(dataDir), JSON.stringify(served), { mode: 0o600 })
  return {
    url: database.url,
    broken: database.broken,
    async stop() {
      await database.stop()
      rmSync(fileOf(dataDir), { force: true })
      release()
    },
  }
}

/**
 * Makes the database beside its place and moves it there: one that was cut off in the middle is begun anew, in a folder
 * of its own, as whoever made the last one may need a moment to see that nobody waits for it.
 *
 * @throws what kept it from being made, such as a full disk
 */
async function create(dataDir: string, directory: string): Promise<void> {
  const draft = mkdtempSync(join(dataDir, draftPrefix))
  const file = fileURLToPath(new URL('create-database.mjs', import.meta.url))
  const child = fork(file, [draft], { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  const letGo = endWithThis(child)
  let words = ''
  child.stderr?.on('data', (part: Buffer) => {
    words += part
  })
  const [code] = (await once(child, 'close')) as [number | null]
  letGo()
  if (code !== 0) throw new Error(`The embedded database could not be made: ${words.trim() || `code ${code}`}`)
  renameSync(draft, directory)
}

/** Whoever ends this process ends that one too: it is at work, and would hear of it and write for seconds more. */
function endWithThis(child: ChildProcess): () => void {
  const end = (): void => {
    child.once('exit', () => process.exit(1))
    child.kill('SIGKILL')
  }
  const events = ['SIGTERM', 'SIGINT', 'disconnect']
  for (const event of events) process.once(event, end)
  return () => {
    for (const event of events) process.off(event, end)
  }
}

const draftPrefix = 'database-draft-'

/** Removes what is left of databases that were never finished. Who still writes to one leaves it to the next start. */
function removeDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(draftPrefix)) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}

/**
 * The database that a script should use: the one in `DATABASE_URL`, the embedded one that runs already, or the
 * embedded one served from this process for as long as the script runs.
 */
export async function openDatabase(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const named = process.env.DATABASE_URL
  if (named) return { url: named, stop: async () => {} }
  const running = await findServed(dataDir)
  if (running) return { url: running, stop: async () => {} }
  return serveDatabase(dataDir)
}
