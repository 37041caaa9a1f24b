import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect } from 'vitest'
import { freePort } from './free-port'

export type Up = { process: ChildProcess; output(): string; port: number }

/** Run after each test, the last added first. */
export const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storycast-up-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** The shell's environment, with the build of this run. */
const inherited = () => {
  const { PATH, HOME, NEXT_DIST_DIR } = process.env
  return { PATH, HOME, NEXT_DIST_DIR }
}

/** Starts `npm run up` on a free port, unless `extra` has one. It is stopped after the test. */
export async function up(dataDir: string, extra: Record<string, string> = {}): Promise<Up> {
  const port = Number(extra.PORT ?? (await freePort()))
  const child = spawn(process.execPath, ['scripts/up.mjs'], {
    env: { ...inherited(), DATA_DIR: dataDir, PORT: String(port), ...extra } as never,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  cleanUps.push(async () => void (await stop(child)))
  return { process: child, output: () => output, port }
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(signal)
  const late = sleep(10_000, 'late', { ref: false })
  const result = await Promise.race([ended, late])
  if (result === 'late') {
    child.kill('SIGKILL')
    throw new Error('It did not stop within 10 seconds.')
  }
  return child.exitCode
}

export async function until(isTrue: () => boolean | Promise<boolean>, what: string, seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen`)
    await sleep(100)
  }
}

/** Waits for the welcome text. */
export const isUp = async (product: Up): Promise<void> => {
  await until(() => product.output().includes('Ctrl-C') || product.process.exitCode !== null, 'the welcome')
  expect(product.output()).toContain('Storycast is up')
}
