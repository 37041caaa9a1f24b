import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { lock } from 'proper-lockfile'
import { isAlive } from '../processes/is-alive'
import { runBuild } from './run-build'

/** Everything that a build depends on. */
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

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path]

function hashSources(): string {
  const hash = createHash('sha256')
  const files = sources.filter((path) => existsSync(path)).flatMap(filesIn)
  for (const file of files) if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const isBuild = (folder: string): boolean => /^[0-9a-f]{16}$/.test(basename(folder))

/** The folder of all builds. NEXT_DIST_DIR is this folder, or one build in it if a parent process has set it. */
function buildsFolder(): string {
  if (!process.env.NEXT_DIST_DIR) return '.next-builds'
  // Next resolves every path inside the project, even an absolute one.
  const folder = relative(process.cwd(), process.env.NEXT_DIST_DIR)
  return isBuild(folder) ? dirname(folder) : folder
}

/**
 * Builds if the sources have changed, and sets NEXT_DIST_DIR to the build for this process and its children. Each state
 * of the sources has its own folder, named for their hash, so a new build never replaces files of a running server. If
 * two processes start at once, the second waits for the first.
 */
export async function ensureBuilt(print: (message: string) => void, build = (): Promise<void> => runBuild()) {
  const builds = buildsFolder()
  mkdirSync(builds, { recursive: true })
  const release = await lock(builds, {
    lockfilePath: join(builds, 'building'),
    // After a crash the next process takes over the lock.
    stale: 15_000,
    retries: { forever: true, factor: 1, minTimeout: 300, maxTimeout: 300 },
  })
  try {
    const folder = join(builds, hashSources())
    process.env.NEXT_DIST_DIR = folder
    // Written last, so an interrupted build is built again.
    const stamp = join(folder, 'storycast-built')
    if (!existsSync(stamp)) {
      rmSync(folder, { recursive: true, force: true })
      print('Building …')
      await build()
      writeFileSync(stamp, '')
    }
    mkdirSync(join(folder, 'users'), { recursive: true })
    writeFileSync(join(folder, 'users', String(process.pid)), '')
    removeUnused(builds, folder)
  } finally {
    await release()
  }
}

/** Deletes builds that no running process uses. */
function removeUnused(builds: string, current: string): void {
  for (const name of readdirSync(builds).filter(isBuild)) {
    const folder = join(builds, name)
    const users = join(folder, 'users')
    const isUsed = existsSync(users) && readdirSync(users).some((pid) => isAlive(Number(pid)))
    if (folder !== current && !isUsed) rmSync(folder, { recursive: true, force: true })
  }
}
