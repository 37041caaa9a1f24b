import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureBuilt } from './ensure-built'

const distDir = process.env.NEXT_DIST_DIR
let builds = ''
let built: string[] = []

beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'storycast-builds-'))
  process.env.NEXT_DIST_DIR = builds
  built = []
})
afterEach(() => {
  rmSync(builds, { recursive: true, force: true })
  if (distDir === undefined) delete process.env.NEXT_DIST_DIR
  else process.env.NEXT_DIST_DIR = distDir
})

/** Replaces `next build`, which takes a minute. */
async function fakeBuild(): Promise<void> {
  const folder = process.env.NEXT_DIST_DIR ?? ''
  built.push(folder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'BUILD_ID'), 'made')
}
const ensure = (): Promise<void> => ensureBuilt(() => {}, fakeBuild)

/** A build of other sources, in use by a process. */
function aBuild(name: string, pid: number): string {
  const folder = join(builds, name)
  mkdirSync(join(folder, 'users'), { recursive: true })
  writeFileSync(join(folder, 'users', String(pid)), '')
  return folder
}

async function aDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('the same sources are built once, also for a child process that inherits NEXT_DIST_DIR', async () => {
  await ensure()
  const folder = process.env.NEXT_DIST_DIR
  await ensure()
  expect([built, process.env.NEXT_DIST_DIR]).toEqual([[folder], folder])
  expect(readdirSync(builds)).toHaveLength(1)
})

test('two processes at once build once', async () => {
  await Promise.all([ensure(), ensure()])
  expect(built).toHaveLength(1)
})

test('an interrupted build is built again', async () => {
  const interrupted = ensureBuilt(
    () => {},
    async () => {
      await fakeBuild()
      throw new Error('killed')
    },
  )
  await expect(interrupted).rejects.toThrow('killed')
  await ensure()
  expect(built).toHaveLength(2)
})

test('keeps the build of a running server, and deletes unused builds', async () => {
  const used = aBuild('aaaaaaaaaaaaaaaa', process.pid)
  const unused = aBuild('bbbbbbbbbbbbbbbb', await aDeadPid())
  await ensure()
  expect([existsSync(used), existsSync(unused)]).toEqual([true, false])
})

test('takes over the lock of a killed process', async () => {
  const lock = join(builds, 'building')
  mkdirSync(lock)
  const aMinuteAgo = new Date(Date.now() - 60_000)
  utimesSync(lock, aMinuteAgo, aMinuteAgo)
  await ensure()
  expect(built).toHaveLength(1)
})
