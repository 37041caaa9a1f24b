import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, readMigrations } from '@/lib/db/migrate'
import { ensureBuilt } from '@/scripts/support/build'
import { accepts, findServed } from '@/scripts/support/database'
import { sandboxEnv, sandboxMailEnv } from '@/scripts/support/sandbox-env'
import { testEnv } from './environment'
import { freePort } from './ports'
import { startPostgres } from './postgres'

export type Served = { url: string; stop(): Promise<void> }

/** Where the logs of all test processes go; scanned for credentials at the end. */
export const logDir = join(process.cwd(), '.test', 'logs')

export type Child = { process: ChildProcess; kill(signal?: NodeJS.Signals): Promise<void> }

/** A process of the product, its output in the log folder. */
export function startProcess(name: string, command: string[], env: Record<string, string>): Child {
  mkdirSync(logDir, { recursive: true })
  const log = openSync(join(logDir, `${name}.log`), 'a')
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  return {
    process: child,
    async kill(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

export const script = (file: string, ...args: string[]): string[] => ['--import', 'tsx', file, ...args]

export const until = async (isTrue: () => Promise<boolean>, what: string, seconds = 120): Promise<void> => {
  const deadline = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come up in ${seconds} s; see ${logDir}`)
    await sleep(50)
  }
}

const temporary = (): string => mkdtempSync(join(tmpdir(), 'storycast-'))

/** The kind of database that this run is on. */
export const databaseKind = (): 'pglite' | 'postgres' =>
  process.env.TEST_DATABASE === 'postgres' ? 'postgres' : 'pglite'

/** `restart` is what a crash would be: nothing is finished, nothing is said. */
export type ServedDatabase = Served & { restart(): Promise<void> }

const migrations = 'supabase/migrations'

/** An empty, migrated database of the kind that this run is on. */
export async function startDatabase(kind = databaseKind()): Promise<ServedDatabase> {
  if (kind === 'postgres') {
    const postgres = await startPostgres()
    await migrate(postgres.url, migrations)
    return postgres
  }
  const directory = temporary()
  await cp(await madeOnce(), directory, { recursive: true })
  const database = await serveEmbedded(directory)
  return {
    ...database,
    async stop() {
      await database.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function serveEmbedded(directory: string): Promise<ServedDatabase> {
  let url = ''
  const start = async (): Promise<Child> => {
    const started = startProcess('database', script('scripts/database.ts', directory), {})
    const isServed = async () => {
      url = (await findServed(directory)) ?? ''
      return url !== ''
    }
    await until(isServed, 'The embedded database')
    return started
  }
  let child = await start()
  return {
    url,
    async restart() {
      await child.kill('SIGKILL')
      child = await start()
    },
    stop: () => child.kill(),
  }
}

/**
 * The folder of an empty, migrated embedded database that is stopped. To make one takes the processor five seconds and
 * a run of all tests needs twenty, so they are copies. Whatever shapes it is in its name.
 */
export async function madeOnce(): Promise<string> {
  const shape = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const { version, sql } of await readMigrations(migrations)) shape.update(version).update(sql)
  const folder = join(process.cwd(), '.test', 'embedded')
  const made = join(folder, shape.digest('hex').slice(0, 16))
  if (existsSync(made)) return made
  mkdirSync(folder, { recursive: true })
  const directory = mkdtempSync(join(folder, 'new-'))
  const database = await serveEmbedded(directory)
  await migrate(database.url, migrations)
  await database.stop()
  // Renamed when it is whole, so that nobody copies half of it. Of two that make one, one is first.
  await rename(directory, made).catch(() => rm(directory, { recursive: true, force: true }))
  return made
}

export type ServedSandbox = Served & { directory: string; smtpPort: number }

export async function startSandboxProcess(): Promise<ServedSandbox> {
  const directory = temporary()
  const [port, smtpPort] = [await freePort(), await freePort()]
  const ports = ['--port', String(port), '--smtp-port', String(smtpPort)]
  const child = startProcess('sandbox', script('scripts/sandbox.ts', ...ports, '--directory', directory), {})
  await until(async () => (await accepts({ port })) && (await accepts({ port: smtpPort })), 'The sandbox')
  return {
    url: `http://127.0.0.1:${port}`,
    directory,
    smtpPort,
    async stop() {
      await child.kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Environment of the product's processes on this database and this sandbox. */
export const productEnv = (databaseUrl: string, sandboxUrl: string): Record<string, string> => ({
  ...testEnv,
  ...sandboxEnv(sandboxUrl),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_MAX: '10',
  // Files that a test's own process stores are served by the server, so both have one folder, and each database its own:
  // what one database knows nothing of is swept away.
  DATA_DIR: join(process.cwd(), '.test', 'data', hashOf(databaseUrl)),
})

/** Serve the API alone, without a Next build: quick, for work on endpoints. See api-server.ts. */
const isApiOnly = process.env.TEST_SERVER === 'api'

export type Server = Served & { env: Record<string, string>; child: Child; port: number }

/** One server process of the build that is there. */
export async function startServer(given: Record<string, string>, at?: number): Promise<Server> {
  const port = at ?? (await freePort())
  const url = `http://localhost:${port}`
  const env = { ...given, PORT: String(port), HOST: '127.0.0.1', APP_URL: url }
  const child = startProcess('server', isApiOnly ? script('tests/support/api-server.ts') : ['scripts/server.mjs'], env)
  await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'The server')
  return { url, env, child, port, stop: () => child.kill() }
}

export type Product = Served & { databaseUrl: string; sandboxUrl: string; env: Record<string, string> }

/** The whole product as people run it: database, sandbox, built server, and the worker when asked for. */
export async function startProduct({ withWorker }: { withWorker: boolean }): Promise<Product> {
  const stops: (() => Promise<void>)[] = []
  const database = await startDatabase()
  const sandbox = await startSandboxProcess()
  stops.push(database.stop, sandbox.stop)
  if (!isApiOnly) await ensureBuilt((message) => process.stdout.write(`${message}\n`))
  const { url, env, stop } = await startServer({
    ...productEnv(database.url, sandbox.url),
    ...sandboxMailEnv(sandbox.smtpPort),
  })
  stops.unshift(stop)
  if (withWorker) {
    const worker = startProcess('worker', script('scripts/worker.ts'), env)
    stops.unshift(() => worker.kill())
  }
  return {
    url,
    env,
    databaseUrl: database.url,
    sandboxUrl: sandbox.url,
    async stop() {
      for (const stop of stops) await stop()
    },
  }
}

/** Notes a credential, so that the scan at the end of the run looks for it in every answer and log line. */
export function rememberSecret(secret: string): void {
  mkdirSync(join(process.cwd(), '.test'), { recursive: true })
  appendFileSync(join(process.cwd(), '.test', 'secrets.txt'), `${secret}\n`)
}

export function rememberAnswer(line: string): void {
  mkdirSync(logDir, { recursive: true })
  appendFileSync(join(logDir, `answers-${process.pid}.log`), `${line}\n`)
}
