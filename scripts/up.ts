import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@/lib/db/migrate'
import { closeDatabase, connect, database } from '@/lib/db/pool'
import { sealingKeys } from '@/lib/encryption/keys'
import { env, reloadEnv } from '@/lib/env'
import { ensureBuilt } from './build/ensure-built'
import { runBuild } from './build/run-build'
import { diskFull, hasSpace } from './data-dir/disk-space'
import { findServed } from './data-dir/embedded-database'
import { ensureKeys } from './data-dir/keys'
import { assignPort, holdPort, portTaken } from './data-dir/ports'
import { sandboxEnv, sandboxMailEnv, sandboxModelEnv } from './demo/sandbox-env'
import { type Demo, demoOwner, ensureDemo } from './demo/workspace'
import { type Child, StartFailed, startChild } from './processes/child'

const startedMs = performance.now()
const print = (message: string): void => {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
  process.stdout.write(`${seconds} s  ${message}\n`)
}
const children: Child[] = []
let isStopping = false
const buildAbort = new AbortController()
let building: Promise<void> | undefined

async function stopAll(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  if (children.length > 0) process.stdout.write('\nStopping …\n')
  const deadline = sleep(8_500, 'late', { ref: false })
  // The database stops last: the others need it to finish.
  const databases = children.filter(({ name }) => name === 'database')
  const rest = children.filter(({ name }) => name !== 'database')
  buildAbort.abort()
  for (const child of rest) child.stop('SIGTERM')
  const ends = [...rest.map(({ ended }) => ended), building?.catch(() => {})]
  await Promise.race([Promise.all(ends), deadline])
  for (const child of rest) child.stop('SIGKILL')
  await closeDatabase().catch(() => {})
  for (const child of databases) child.stop('SIGTERM')
  await Promise.race([Promise.all(databases.map(({ ended }) => ended)), sleep(1_000)])
  for (const child of databases) child.stop('SIGKILL')
  if (code === 0) process.stdout.write('Stopped. `npm run up` continues with the same data.\n')
  process.exit(code)
}

function start(name: string, command: string[]): Child {
  const child = startChild({
    name,
    command,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    logDir: logDir(),
    onCrash: (code) =>
      print(`The ${name} stopped unexpectedly (${code}) and is restarted. See ${logDir()}/${name}.log`),
    onNotice: print,
  })
  children.push(child)
  return child
}

const dataDir = (): string => resolve(env().DATA_DIR)
const logDir = (): string => join(dataDir(), 'logs')
const script = (file: string, ...args: string[]): string[] => ['--import', 'tsx', file, ...args]

async function withDeadline(ready: Promise<unknown>, name: string, seconds: number, port?: number): Promise<void> {
  const late = sleep(seconds * 1000, 'late', { ref: false })
  const first = await Promise.race([ready, late]).catch((error: unknown) => {
    // The port was free a moment ago; another program has taken it since.
    if (port && error instanceof StartFailed && error.code === 'EADDRINUSE')
      throw new Error(portTaken(name, port, dataDir()))
    throw error
  })
  if (first === 'late') throw new Error(`The ${name} did not start within ${seconds} s. See ${logDir()}/${name}.log`)
}

async function startDatabase(): Promise<void> {
  if (env().DATABASE_URL) return
  if (await findServed(dataDir())) {
    throw new Error(`Another Storycast uses the folder ${dataDir()}. Stop it, or choose another folder with DATA_DIR.`)
  }
  if (!hasSpace(dataDir()))
    throw new Error(diskFull(dataDir(), 'Free some space, or choose another folder with DATA_DIR.'))
  print('Starting the embedded database …')
  const child = start('database', script('scripts/database.ts', dataDir()))
  await withDeadline(child.ready, 'database', 60)
  const url = await findServed(dataDir())
  if (!url) throw new Error(`The database is not reachable. See ${logDir()}/database.log`)
  process.env.DATABASE_URL = url
}

async function startSandbox(): Promise<string> {
  const port = await assignPort(dataDir(), 'sandbox', env().PORT + 1_000)
  const smtpPort = await assignPort(dataDir(), 'mail', env().PORT + 3_000)
  const url = `http://localhost:${port}`
  print('Starting the sandbox …')
  const child = start(
    'sandbox',
    script(
      'scripts/sandbox.ts',
      '--port',
      String(port),
      '--directory',
      join(dataDir(), 'sandbox'),
      '--public-url',
      url,
      '--smtp-port',
      String(smtpPort),
    ),
  )
  const sandboxed = { ...sandboxEnv(url), ...sandboxMailEnv(smtpPort), ...sandboxModelEnv(url, process.env) }
  for (const [name, value] of Object.entries(sandboxed)) process.env[name] ||= value
  await withDeadline(child.ready, 'sandbox', 30, port)
  return url
}

/** The demo is created only in an empty database, or one that already has it. */
async function mayHaveDemo(url: string): Promise<boolean> {
  const { db, close } = connect(url, 1)
  try {
    const users = await db.selectFrom('users').select('email').limit(1).execute()
    const demo = await db.selectFrom('users').select('id').where('email', '=', demoOwner.email).executeTakeFirst()
    return users.length === 0 || demo !== undefined
  } finally {
    await close()
  }
}

async function startServer(): Promise<void> {
  print('Starting the server and the worker …')
  const { PORT, HOST } = env()
  const server = start('server', ['scripts/server.mjs'])
  const worker = start('worker', script('scripts/worker.ts'))
  await withDeadline(server.ready, 'server', 60, PORT)
  await withDeadline(worker.ready, 'worker', 60, PORT)
  // Not earlier: another program could have used this port.
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  await withDeadline(untilReady(`http://${host}:${PORT}/api/health/ready`), 'server', 60, PORT)
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await sleep(150)
  }
}

function printWelcome(demo: Demo | null, sandboxUrl: string | null): void {
  const base = `http://localhost:${env().PORT}`
  const lines = ['', `  Storycast is up:  ${base}`]
  if (demo) {
    lines.push(`  Sign in:          ${demo.email}  /  ${demo.password}`, `  Token:            ${demo.token}`)
  } else {
    lines.push(`  Sign up:          ${base}/sign-up`)
  }
  if (sandboxUrl) lines.push(`  Sandbox feed:     ${sandboxUrl}  (published posts; nothing reaches a real network)`)
  if (sandboxUrl && env().SMTP_URL?.startsWith('smtp://127.0.0.1:'))
    lines.push(`  Mail:             ${sandboxUrl}/mail  (sent emails; nothing is delivered)`)
  lines.push(`  API reference:    ${base}/docs`, `  Logs:             ${logDir()}`)
  if (demo) {
    const body = `{"caption":"Hello from curl","channels":["x","threads"]}`
    lines.push(
      '',
      '  Try it:',
      `  curl -s ${base}/api/v1/stories -H 'Authorization: Bearer ${demo.token}' -H 'Content-Type: application/json' -d '${body}'`,
    )
  }
  lines.push('', '  Ctrl-C stops everything.', '')
  process.stdout.write(`${lines.join('\n')}\n`)
}

function makeFolders(): void {
  try {
    mkdirSync(logDir(), { recursive: true, mode: 0o700 })
    accessSync(dataDir(), constants.W_OK)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code
    throw new Error(`The folder ${dataDir()} cannot be written (${why}). Choose another folder with DATA_DIR.`)
  }
}

async function main(): Promise<void> {
  const { PORT, HOST } = env()
  const releasePort = await holdPort(PORT, HOST)
  if (!releasePort) throw new Error(portTaken('server', PORT, dataDir()))
  process.env.DATA_DIR = dataDir()
  makeFolders()
  ensureKeys(dataDir())
  reloadEnv()
  sealingKeys()
  await startDatabase()
  reloadEnv()
  const applied = await migrate(env().DATABASE_URL ?? '', 'supabase/migrations')
  if (applied.length > 0) print(`Applied ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}.`)
  const withDemo = env().DEMO && (await mayHaveDemo(env().DATABASE_URL ?? ''))
  const startBuild = (): Promise<void> => {
    building = runBuild(buildAbort.signal)
    return building
  }
  const [sandboxUrl] = await Promise.all([withDemo ? startSandbox() : null, ensureBuilt(print, startBuild)])
  reloadEnv()
  await releasePort()
  await startServer()
  const demo = sandboxUrl ? await ensureDemo(database(), dataDir(), sandboxUrl) : null
  print('Ready.')
  printWelcome(demo, sandboxUrl)
}

process.on('SIGINT', () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0))
try {
  await main()
} catch (error) {
  // While stopping, running steps fail. stopAll ends the process.
  if (isStopping) await new Promise(() => {})
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
  await stopAll(1)
}
