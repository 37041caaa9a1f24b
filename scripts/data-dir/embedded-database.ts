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
import { parseUrl } from '@/lib/parse-url'
import { isAlive } from '../processes/is-alive'
import { lockFolder } from './folder-lock'

/** The content of database.json, by which other processes find the running database. */
type Served = { pid: number; url: string }

const fileOf = (dataDir: string): string => join(dataDir, 'database.json')

/** The URL of the running embedded database of this folder, or null. */
export async function findServed(dataDir: string): Promise<string | null> {
  let served: Served
  try {
    served = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'))
  } catch {
    return null
  }
  const socket = parseUrl(served.url) ? socketOf(served.url) : null
  return socket && isAlive(served.pid) && (await accepts({ path: socket })) ? served.url : null
}

/** Whether a server accepts connections on this Unix socket or loopback port. */
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

type ServedHere = { url: string; broken: Promise<string>; stop(): Promise<void> }

/** Serves the embedded database of this folder from this process. */
export async function serveDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<ServedHere> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const release = lockFolder(dataDir)
  // Imported here because PGlite is large and only this process needs it.
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
 * Creates the database in a temporary folder and then moves it, so that an interrupted creation leaves no broken
 * database.
 *
 * @throws if it could not be created, for example on a full disk
 */
async function create(dataDir: string, directory: string): Promise<void> {
  const draft = mkdtempSync(join(dataDir, draftPrefix))
  const file = fileURLToPath(new URL('create-database.mjs', import.meta.url))
  const child = fork(file, [draft], { execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
  const detach = stopTogether(child)
  let output = ''
  child.stderr?.on('data', (part: Buffer) => {
    output += part
  })
  const [code] = (await once(child, 'close')) as [number | null]
  detach()
  if (code !== 0) throw new Error(`The embedded database could not be created: ${output.trim() || `exit code ${code}`}`)
  renameSync(draft, directory)
}

/** Kills the child when this process is stopped: a busy child would react seconds later. */
function stopTogether(child: ChildProcess): () => void {
  const stop = (): void => {
    child.once('exit', () => process.exit(1))
    child.kill('SIGKILL')
  }
  const events = ['SIGTERM', 'SIGINT', 'disconnect']
  for (const event of events) process.once(event, stop)
  return () => {
    for (const event of events) process.off(event, stop)
  }
}

const draftPrefix = 'database-draft-'

/** Removes unfinished databases of earlier starts. If a process still writes to one, the next start removes it. */
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
 * Opens the database for a script: the one of `DATABASE_URL`, the running embedded one, or the embedded one served by
 * this process until `stop`.
 */
export async function openDatabase(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const configured = process.env.DATABASE_URL
  if (configured) return { url: configured, stop: async () => {} }
  const running = await findServed(dataDir)
  if (running) return { url: running, stop: async () => {} }
  return serveDatabase(dataDir)
}
