import { accessSync, constants, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealingKeys } from '@/lib/connections/keys'
import { migrate } from '@/lib/db/migrate'
import { closeDatabase, connect, database } from '@/lib/db/pool'
import { BadEnvironment, env, reloadEnv } from '@/lib/env'
import { build, ensureBuilt } from './support/build'
import { findServed } from './support/database'
import { type Demo, demoOwner, ensureDemo } from './support/demo'
import { ensureKeys } from './support/keys'
import { holdPort, keptPort, portTaken } from './support/ports'
import { type Part, PartFailed, startPart } from './support/processes'
import { hasRoom, noRoom } from './support/room'
import { sandboxEnv, sandboxMailEnv } from './support/sandbox-env'

const startedMs = performance.now()
const say = (message: string): void => {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1).padStart(6)
  process.stdout.write(`${seconds} s  ${message}\n`)
}
/** Parts in the order of their start; they are stopped the other way round. */
const parts: Part[] = []
let isStopping = false
const buildStop = new AbortController()
let building: Promise<void> | undefined

async function stopAll(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  if (parts.length > 0) process.stdout.write('\nStopping …\n')
  const deadline = sleep(8_500, 'late', { ref: false })
  const base = parts.filter(({ name }) => name === 'database')
  const rest = parts.filter(({ name }) => name !== 'database')
  buildStop.abort()
  for (const part of rest) part.stop('SIGTERM')
  const ends = [...rest.map(({ ended }) => ended), building?.catch(() => {})]
  await Promise.race([Promise.all(ends), deadline])
  for (const part of rest) part.stop('SIGKILL')
  await closeDatabase().catch(() => {})
  for (const part of base) part.stop('SIGTERM')
  await Promise.race([Promise.all(base.map(({ ended }) => ended)), sleep(1_000)])
  for (const part of base) part.stop('SIGKILL')
  if (code === 0) process.stdout.write('Stopped. Nothing is lost; `npm run up` goes on.\n')
  process.exit(code)
}

function start(name: string, command: string[], extra: Record<string, string> = {}): Part {
  const part = startPart({
    name,
    command,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...extra },
    logDir: logDir(),
    onCrash: (code) =>
      say(`The ${name} ended by itself (code ${code}); it is started again. See ${logDir()}/${name}.log`),
    onNotice: say,
  })
  parts.push(part)
  return part
}

const dataDir = (): string => resolve(env().DATA_DIR)
const logDir = (): string => join(dataDir(), 'logs')
const script = (file: string, ...args: string[]): string[] => ['--import', 'tsx', file, ...args]

async function withDeadline(ready: Promise<unknown>, name: string, seconds: number, port?: number): Promise<void> {
  const late = sleep(seconds * 1000, 'late', { ref: false })
  const first = await Promise.race([ready, late]).catch((error: unknown) => {
    // It was free a moment ago: another program was quicker.
    if (port && error instanceof PartFailed && error.code === 'EADDRINUSE')
      throw new Error(portTaken(name, port, dataDir()))
    throw error
  })
  if (first === 'late') throw new Error(`The ${name} did not come up in ${seconds} s. See ${logDir()}/${name}.log`)
}

async function startDatabase(): Promise<void> {
  if (env().DATABASE_URL) return
  if (await findServed(dataDir())) {
    throw new Error(`Another Storycast uses the folder ${dataDir()}. Stop it, or choose another with DATA_DIR.`)
  }
  if (!hasRoom(dataDir())) throw new Error(noRoom(dataDir(), 'Make room, or choose another folder with DATA_DIR.'))
  say('Starting the embedded database …')
  const part = start('database', script('scripts/database.ts', dataDir()))
  await withDeadline(part.ready, 'database', 60)
  const url = await findServed(dataDir())
  if (!url) throw new Error(`The database cannot be reached. See ${logDir()}/database.log`)
  process.env.DATABASE_URL = url
}

async function startSandbox(): Promise<string> {
  const port = await keptPort(dataDir(), 'sandbox', env().PORT + 1_000)
  const smtpPort = await keptPort(dataDir(), 'mail', env().PORT + 3_000)
  const url = `http://localhost:${port}`
  say('Starting the sandbox …')
  const part = start(
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
  for (const [name, value] of Object.entries({ ...sandboxEnv(url), ...sandboxMailEnv(smtpPort) }))
    process.env[name] ||= value
  await withDeadline(part.ready, 'sandbox', 30, port)
  return url
}

/** A demo is made in an empty database and kept where it is; a database that people use gets none. */
async function isDemoWelcome(url: string): Promise<boolean> {
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
  say('Starting the server and the worker …')
  const { PORT, HOST } = env()
  const server = start('server', ['scripts/server.mjs'])
  const worker = start('worker', script('scripts/worker.ts'))
  await withDeadline(server.ready, 'server', 60, PORT)
  await withDeadline(worker.ready, 'worker', 60, PORT)
  // Whoever answers is ours now: before, it could have been another program at our port.
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  await withDeadline(untilReady(`http://${host}:${PORT}/api/health/ready`), 'server', 60, PORT)
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
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
  if (sandboxUrl) lines.push(`  Sandbox feed:     ${sandboxUrl}  (what was posted; nothing reaches a real network)`)
  if (sandboxUrl && env().SMTP_URL?.startsWith('smtp://127.0.0.1:'))
    lines.push(`  Mail:             ${sandboxUrl}/mail  (what was mailed; nothing is delivered)`)
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
    throw new Error(`The folder ${dataDir()} cannot be written (${why}). Choose another one with DATA_DIR.`)
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
  if (applied.length > 0) say(`Applied ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}.`)
  const withDemo = env().DEMO && (await isDemoWelcome(env().DATABASE_URL ?? ''))
  const startBuild = (): Promise<void> => {
    building = build(buildStop.signal)
    return building
  }
  const [sandboxUrl] = await Promise.all([withDemo ? startSandbox() : null, ensureBuilt(say, startBuild)])
  reloadEnv()
  await releasePort()
  await startServer()
  const demo = sandboxUrl ? await ensureDemo(database(), dataDir(), sandboxUrl) : null
  say('Ready.')
  printWelcome(demo, sandboxUrl)
}

process.on('SIGINT', () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0))
try {
  await main()
} catch (error) {
  // Told to stop: what was under way fails, and stopAll ends the process.
  if (isStopping) await new Promise(() => {})
  const isPlain = error instanceof BadEnvironment || error instanceof Error
  process.stderr.write(`\n${isPlain ? error.message : String(error)}\n`)
  await stopAll(1)
}
