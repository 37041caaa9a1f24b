import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const sources = [
  'app',
  'components',
  'lib',
  'inngest',
  'public',
  'instrumentation.ts',
  'next.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
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

/**
 * Builds the server when its sources changed since the last build. Two products of one checkout that start at once
 * build once: the second waits for the first.
 */
export async function ensureBuilt(say: (message: string) => void): Promise<void> {
  const folder = process.env.NEXT_DIST_DIR ?? '.next'
  const stamp = join(folder, 'storycast-sources')
  const lock = `${folder}.building`
  const wanted = sourceHash()
  const isBuilt = (): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  while (!isBuilt()) {
    if (takeLock(lock)) {
      try {
        say('Building …')
        await build()
        writeFileSync(stamp, wanted)
      } finally {
        rmSync(lock, { recursive: true, force: true })
      }
    } else {
      await sleep(500)
    }
  }
}

/** A folder is a lock that two cannot make; one whose maker is gone is taken away. */
function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(process.pid))
    return true
  } catch {
    try {
      process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    } catch {
      rmSync(lock, { recursive: true, force: true })
    }
    return false
  }
}

function build(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The build failed.\n${output}`))))
  })
}
