import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isAlive } from './alive'

const sources = [
  'app',
  'components',
  'lib',
  'inngest',
  'public',
  'instrumentation.ts',
  'instrumentation-node.ts',
  'proxy.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
]

function addToHash(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name))
  } else if (!path.endsWith('.test.ts')) {
    hash.update(path).update(readFileSync(path))
  }
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, source)
  return hash.digest('hex')
}

/** What a build of these sources is called. */
const nameOf = (hash: string): string => hash.slice(0, 16)
const isName = (folder: string): boolean => /^[0-9a-f]{16}$/.test(basename(folder))

/** Holds the builds; NEXT_DIST_DIR names it, or, in a process whose parent had it built already, one of them. */
function folderOfBuilds(): string {
  if (!process.env.NEXT_DIST_DIR) return '.next-builds'
  // Next takes every path as one below the project, an absolute one too.
  const given = relative(process.cwd(), process.env.NEXT_DIST_DIR)
  return isName(given) ? dirname(given) : given
}

/**
 * Sees that a build of the sources as they are is there, and leads this process and its children to it (NEXT_DIST_DIR).
 * Each state of the sources has a folder of its own that is never built into again, so a second product of this
 * checkout takes no file from one that runs. Two that start at once build once: the second waits for the first.
 */
export async function ensureBuilt(say: (message: string) => void, make = (): Promise<void> => build()): Promise<void> {
  const builds = folderOfBuilds()
  mkdirSync(builds, { recursive: true })
  const lock = join(builds, 'building')
  while (!takeLock(lock)) await sleep(300)
  try {
    const hash = sourceHash()
    const folder = join(builds, nameOf(hash))
    process.env.NEXT_DIST_DIR = folder
    const stamp = join(folder, 'storycast-sources')
    // Written last: what a killed build left has no stamp, and is begun anew.
    if (!existsSync(stamp)) {
      rmSync(folder, { recursive: true, force: true })
      say('Building …')
      await make()
      writeFileSync(stamp, hash)
    }
    mkdirSync(join(folder, 'users'), { recursive: true })
    writeFileSync(join(folder, 'users', String(process.pid)), '')
    sweep(builds, folder)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Removes the builds of other sources that no living process was led to. */
function sweep(builds: string, kept: string): void {
  for (const name of readdirSync(builds).filter(isName)) {
    const folder = join(builds, name)
    const users = join(folder, 'users')
    const isUsed = existsSync(users) && readdirSync(users).some((pid) => isAlive(Number(pid)))
    if (folder !== kept && !isUsed) rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder with its maker's number in it takes the lock's name at once and whole; one whose maker is gone is moved away. */
function takeLock(lock: string): boolean {
  const mine = `${lock}.${process.pid}`
  rmSync(mine, { recursive: true, force: true })
  mkdirSync(mine)
  writeFileSync(join(mine, 'pid'), String(process.pid))
  try {
    renameSync(mine, lock)
    return true
  } catch {
    rmSync(mine, { recursive: true, force: true })
    if (!isAlive(holderOf(lock))) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** This process itself when the lock is gone meanwhile, so that nobody takes the next one's away. */
function holderOf(lock: string): number {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'))
  } catch {
    return process.pid
  }
}

/** Next names its folder of types in here, where it would stay behind when the folder goes. */
const nextTypes = 'next-env.d.ts'

/** @param signal ends the build when it is aborted */
export function build(signal?: AbortSignal): Promise<void> {
  const before = existsSync(nextTypes) ? readFileSync(nextTypes) : null
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('next-build.mjs', import.meta.url)), [], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    const end = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
    child.once('exit', (code) => {
      signal?.removeEventListener('abort', end)
      if (before === null) rmSync(nextTypes, { force: true })
      else writeFileSync(nextTypes, before)
      if (code === 0) resolve()
      else reject(new Error(`The build failed.\n${output}`))
    })
  })
}
