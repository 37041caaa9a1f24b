import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAlive } from '@/scripts/processes/is-alive'
import { copyTemplate } from '@/tests/support/database/embedded'
import { databaseKind } from '@/tests/support/database/test-database'
import { aFolder, cleanUps, stop, until, up } from '@/tests/support/processes/up'

/** `npm run up` that is stopped while it builds. More than 20 s: it starts two builds. */

/** Child processes whose command contains the text. */
function descendants(pid: number | undefined, words: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? [])
  const below = (parent: string): string[][] =>
    all.filter(([, ppid]) => ppid === parent).flatMap((one) => [one, ...below(one[0] ?? '')])
  return below(String(pid)).flatMap(([id, , args]) => (args?.includes(words) ? [Number(id)] : []))
}

test.runIf(databaseKind() === 'pglite').each(['SIGINT', 'SIGKILL'] as const)(
  '%s while it builds ends the build',
  async (signal) => {
    const builds = `.test/builds-${process.pid}-${signal}`
    cleanUps.push(() => rmSync(builds, { recursive: true, force: true, maxRetries: 10 }))
    const folder = aFolder()
    await copyTemplate(folder)
    const product = await up(folder, { DEMO: '0', NEXT_DIST_DIR: builds })
    const builders = () => descendants(product.process.pid, 'next')
    // Wait until it compiles: before that, a build exits when its output is not read.
    const isCompiling = () => existsSync(builds) && readdirSync(builds, { recursive: true }).length > 20
    // A first start and a build take minutes while other phases use the CPU.
    await until(isCompiling, 'the build', 300)
    const found = builders()
    expect(found.length).toBeGreaterThan(1)
    const code = await stop(product.process, signal)
    await expect.poll(() => found.filter(isAlive), { timeout: 5_000 }).toEqual([])
    if (signal === 'SIGINT') expect([code, product.output()]).toEqual([0, expect.not.stringContaining('failed')])
  },
)
