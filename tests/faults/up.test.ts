import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from '@/scripts/support/alive'
import { findServed } from '@/scripts/support/database'
import { tryPort } from '@/scripts/support/ports'
import { freePort } from '../support/ports'
import { databaseKind, startDatabase } from '../support/product'

/** `npm run up` as people run it: what it prints, that nothing is lost or made twice, and that it ends whole. */
type Up = { process: ChildProcess; output(): string; port: number }
type Story = { id: string; title: string | null; status: string }

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storycast-up-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** What a person's shell has, and the build that this run serves. */
const inherited = () => {
  const { PATH, HOME, NEXT_DIST_DIR } = process.env
  return { PATH, HOME, NEXT_DIST_DIR }
}

async function up(dataDir: string, extra: Record<string, string> = {}): Promise<Up> {
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

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
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

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen`)
    await sleep(100)
  }
}

const isUp = async (product: Up): Promise<void> => {
  await until(() => product.output().includes('Ctrl-C') || product.process.exitCode !== null, 'the welcome')
  expect(product.output()).toContain('Storycast is up')
}

const tokenOf = (product: Up): string => /svc_pat_\w+/.exec(product.output())?.[0] ?? ''

async function stories(product: Up): Promise<Story[]> {
  const response = await fetch(`http://localhost:${product.port}/api/v1/stories?limit=200`, {
    headers: { authorization: `Bearer ${tokenOf(product)}` },
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { stories: Story[] }).stories
}

const onEmbedded = test.runIf(databaseKind() === 'pglite')
const onPostgres = test.runIf(databaseKind() === 'postgres')

onEmbedded('up makes a demo workspace once, the printed curl line works, and a kill -9 loses nothing', async () => {
  const folder = aFolder()
  const first = await up(folder)
  await isUp(first)
  expect(first.output()).toContain('demo@storycast.local')
  const made = await stories(first)
  expect(new Set(made.map(({ status }) => status))).toEqual(
    new Set(['draft', 'scheduled', 'published', 'partial', 'failed', 'archived', 'cancelled']),
  )
  const line = /curl .*/.exec(first.output())?.[0] ?? ''
  const curl = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] })
  let answer = ''
  curl.stdout.on('data', (part) => (answer += part))
  await once(curl, 'close')
  expect(JSON.parse(answer)).toMatchObject({ story: { caption: 'Hello from curl', status: 'draft' } })

  // Everything dies at once: the supervisor is killed, and its parts notice and end.
  await stop(first.process, 'SIGKILL')
  await until(async () => (await findServed(folder)) === null, 'the end of the database')
  await until(async () => (await tryPort(first.port)) !== null, 'the end of the server')

  const second = await up(folder, { PORT: String(first.port) })
  await isUp(second)
  expect(tokenOf(second)).toBe(tokenOf(first))
  const kept = await stories(second)
  expect(kept.map(({ id }) => id).sort()).toEqual([...made.map(({ id }) => id), JSON.parse(answer).story.id].sort())
  expect(await stop(second.process, 'SIGINT')).toBe(0)
  expect(await findServed(folder)).toBeNull()
})

onEmbedded(
  'two products of one checkout run side by side, and a product without demo has neither demo nor sandbox',
  async () => {
    const folders = [aFolder(), aFolder()]
    const [one, two] = await Promise.all([up(folders[0]!), up(folders[1]!, { DEMO: '0' })])
    await Promise.all([isUp(one!), isUp(two!)])
    expect((await stories(one!)).length).toBeGreaterThan(5)
    expect(two!.output()).not.toContain('svc_pat_')
    expect(two!.output()).not.toContain('Sandbox')
    expect(two!.output()).toContain('/sign-up')
  },
)

onEmbedded(
  'a port that is taken and a value that cannot be used are said plainly, and nothing stays behind',
  async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUps.push(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const taken = await up(aFolder(), { PORT: port })
    await once(taken.process, 'close')
    expect(taken.output()).toContain(`Port ${port} is taken by another program.`)
    expect(taken.process.exitCode).toBe(1)

    // Of two that start together one is told at once, long before the other is up.
    const free = String(await freePort())
    const both = await Promise.all([up(aFolder(), { PORT: free, DEMO: '0' }), up(aFolder(), { PORT: free, DEMO: '0' })])
    await Promise.race(both.map(({ process }) => once(process, 'close')))
    const said = both.map(({ output }) => output()).join('')
    expect(said).toContain(`Port ${free} is taken by another program.`)
    expect(said).not.toContain('Ready.')

    const file = join(aFolder(), 'file')
    writeFileSync(file, '')
    const unwritable = await up(join(file, 'data'))
    await once(unwritable.process, 'close')
    expect(unwritable.output()).toContain('cannot be written')

    const bad = await up(aFolder(), { RATE_LIMIT_PER_MINUTE: 'many' })
    await once(bad.process, 'close')
    expect(bad.output()).toContain('RATE_LIMIT_PER_MINUTE is "many"')
    expect(bad.process.exitCode).toBe(1)
  },
)

onEmbedded('npm run token prints JSON and nothing else, beside a running product and without one', async () => {
  const folder = aFolder()
  const token = async (...words: string[]) => {
    const child = spawn('npm', ['run', 'token', '--', ...words], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
    })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    await once(child, 'close')
    return output
  }
  const words = ['--email', 'dev@example.com', '--project', 'Mine', '--scopes', 'stories:read,queue:read']
  const alone = JSON.parse(await token(...words))
  expect(Object.keys(alone).sort()).toEqual(['project_id', 'token', 'user_id'])
  const product = await up(folder, { DEMO: '0' })
  await isUp(product)
  const beside = JSON.parse(await token(...words, '--account'))
  expect({ user: beside.user_id, project: beside.project_id }).toEqual({
    user: alone.user_id,
    project: alone.project_id,
  })
  const health = await fetch(`http://localhost:${product.port}/api/v1/health`, {
    headers: { authorization: `Bearer ${beside.token}` },
  })
  expect(await health.json()).toMatchObject({ ok: true, project_id: null, scopes: ['stories:read', 'queue:read'] })
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toContain('ENCRYPTION_KEY')
})

onPostgres('up on a PostgreSQL of one’s own keeps everything there, and starts no database', async () => {
  const database = await startDatabase('postgres')
  cleanUps.push(database.stop)
  const folder = aFolder()
  const first = await up(folder, { DATABASE_URL: database.url })
  await isUp(first)
  const made = await stories(first)
  expect(made.length).toBeGreaterThan(5)
  expect(existsSync(join(folder, 'database'))).toBe(false)
  expect(await stop(first.process)).toBe(0)
  const second = await up(folder, { DATABASE_URL: database.url, PORT: String(first.port) })
  await isUp(second)
  expect((await stories(second)).map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort())
})

/** Processes below this one whose command contains the words. */
function descendants(pid: number | undefined, words: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).trim().split('\n')
  const all = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? [])
  const below = (parent: string): string[][] =>
    all.filter(([, ppid]) => ppid === parent).flatMap((one) => [one, ...below(one[0] ?? '')])
  return below(String(pid)).flatMap(([id, , args]) => (args?.includes(words) ? [Number(id)] : []))
}

onEmbedded.each(['SIGINT', 'SIGKILL'] as const)('%s while it builds ends the build', async (signal) => {
  const builds = `.test/builds-${process.pid}-${signal}`
  cleanUps.push(() => rmSync(builds, { recursive: true, force: true, maxRetries: 10 }))
  const product = await up(aFolder(), { DEMO: '0', NEXT_DIST_DIR: builds })
  const builders = () => descendants(product.process.pid, 'next')
  // Busy compiling: in its first moments a build would end by itself, because nobody reads its output any more.
  const isCompiling = () => existsSync(builds) && readdirSync(builds, { recursive: true }).length > 20
  await until(isCompiling, 'the build')
  const found = builders()
  expect(found.length).toBeGreaterThan(1)
  const code = await stop(product.process, signal)
  await expect.poll(() => found.filter(isAlive), { timeout: 5_000 }).toEqual([])
  if (signal === 'SIGINT') expect([code, product.output()]).toEqual([0, expect.not.stringContaining('failed')])
})
