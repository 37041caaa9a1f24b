import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureBuilt } from './build'

const given = process.env.NEXT_DIST_DIR
let builds = ''
let built: string[] = []

beforeEach(() => {
  builds = mkdtempSync(join(tmpdir(), 'storycast-builds-'))
  process.env.NEXT_DIST_DIR = builds
  built = []
})
afterEach(() => {
  rmSync(builds, { recursive: true, force: true })
  if (given === undefined) delete process.env.NEXT_DIST_DIR
  else process.env.NEXT_DIST_DIR = given
})

/** Stands for Next, which takes a minute: writes where it is told to. */
async function make(): Promise<void> {
  const folder = process.env.NEXT_DIST_DIR ?? ''
  built.push(folder)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'BUILD_ID'), 'made')
}
const ensure = (): Promise<void> => ensureBuilt(() => {}, make)

/** A build of other sources, with a process that was led to it. */
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

test('the same sources are built once, and a child process finds the same build', async () => {
  await ensure()
  const folder = process.env.NEXT_DIST_DIR
  // What a child inherits is the build itself and not the folder of all of them.
  await ensure()
  expect([built, process.env.NEXT_DIST_DIR]).toEqual([[folder], folder])
  expect(readdirSync(builds)).toHaveLength(1)
})

test('two at once build once', async () => {
  await Promise.all([ensure(), ensure()])
  expect(built).toHaveLength(1)
})

test('a build that was killed is begun anew', async () => {
  await expect(
    ensureBuilt(
      () => {},
      async () => {
        await make()
        throw new Error('killed')
      },
    ),
  ).rejects.toThrow('killed')
  await ensure()
  expect(built).toHaveLength(2)
})

test('the build that a living product serves stays, whatever is built beside it; nobody’s is swept away', async () => {
  const served = aBuild('aaaaaaaaaaaaaaaa', process.pid)
  const left = aBuild('bbbbbbbbbbbbbbbb', await aDeadPid())
  await ensure()
  expect([existsSync(served), existsSync(left)]).toEqual([true, false])
})

test('a lock whose holder was killed holds nobody up', async () => {
  mkdirSync(join(builds, 'building'))
  writeFileSync(join(builds, 'building', 'pid'), String(await aDeadPid()))
  await ensure()
  expect(built).toHaveLength(1)
})
