import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findServed } from '@/scripts/data-dir/embedded-database'
import { isPortFree } from '@/scripts/data-dir/ports'
import { databaseKind, startDatabase } from '@/tests/support/database/test-database'
import { freePort } from '@/tests/support/processes/free-port'
import { aFolder, cleanUps, isUp, stop, type Up, until, up } from '@/tests/support/processes/up'

/**
 * `npm run up`: its output, no lost or duplicate data, and all processes stop. More than 20 s: each start runs the
 * whole product, some with a build.
 */
type Story = { id: string; title: string | null; status: string }

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

/** `npm run token` for a data folder. Its whole output must be JSON. */
async function token(folder: string, ...words: string[]): Promise<Record<string, string | null>> {
  const who = ['--email', 'dev@example.com', '--project', 'Mine', '--scopes', 'stories:read,queue:read']
  const child = spawn('npm', ['run', 'token', '--', ...who, ...words], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
  })
  let output = ''
  child.stdout.on('data', (part) => (output += part))
  await once(child, 'close')
  return JSON.parse(output)
}

/** Runs the curl command that the product printed. */
async function storyFromCurl(product: Up): Promise<Story> {
  const line = /curl .*/.exec(product.output())?.[0] ?? ''
  const curl = spawn('sh', ['-c', line], { stdio: ['ignore', 'pipe', 'ignore'] })
  let answer = ''
  curl.stdout.on('data', (part) => (answer += part))
  await once(curl, 'close')
  expect(JSON.parse(answer)).toMatchObject({ story: { caption: 'Hello from curl', status: 'draft' } })
  return JSON.parse(answer).story
}

// One test, because each start of the product takes seconds of CPU.
onEmbedded(
  'two products of one checkout: a demo workspace made once, none without DEMO, tokens, and kill -9 loses nothing',
  async () => {
    const [folder, plainFolder] = [aFolder(), aFolder()] as const
    const before = await token(plainFolder)
    expect(Object.keys(before).sort()).toEqual(['project_id', 'token', 'user_id'])
    const [demo, plain] = await Promise.all([up(folder), up(plainFolder, { DEMO: '0' })])
    await Promise.all([isUp(demo), isUp(plain)])

    expect(plain.output()).not.toContain('svc_pat_')
    expect(plain.output()).not.toContain('Sandbox')
    expect(plain.output()).toContain('/sign-up')
    const beside = await token(plainFolder, '--account')
    expect([beside.user_id, beside.project_id]).toEqual([before.user_id, before.project_id])
    const health = await fetch(`http://localhost:${plain.port}/api/v1/health`, {
      headers: { authorization: `Bearer ${beside.token}` },
    })
    expect(await health.json()).toMatchObject({ ok: true, project_id: null, scopes: ['stories:read', 'queue:read'] })
    expect(readFileSync(join(plainFolder, 'keys.json'), 'utf8')).toContain('ENCRYPTION_KEY')

    expect(demo.output()).toContain('demo@storycast.local')
    const made = await stories(demo)
    expect(new Set(made.map(({ status }) => status))).toEqual(
      new Set(['draft', 'scheduled', 'published', 'partial', 'failed', 'archived', 'cancelled']),
    )
    const { id } = await storyFromCurl(demo)

    // The parent is killed, and its child processes exit.
    await stop(demo.process, 'SIGKILL')
    await until(async () => (await findServed(folder)) === null, 'the end of the database')
    await until(() => isPortFree(demo.port), 'the end of the server')

    const again = await up(folder, { PORT: String(demo.port) })
    await isUp(again)
    expect(tokenOf(again)).toBe(tokenOf(demo))
    const kept = await stories(again)
    expect(kept.map((story) => story.id).sort()).toEqual([...made.map((story) => story.id), id].sort())
    expect(await stop(again.process, 'SIGINT')).toBe(0)
    expect(await findServed(folder)).toBeNull()
  },
)

onEmbedded('a used port and an invalid value give a clear error and leave no process', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUps.push(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const taken = await up(aFolder(), { PORT: port })
  await once(taken.process, 'close')
  expect(taken.output()).toContain(`Port ${port} is taken by another program.`)
  expect(taken.process.exitCode).toBe(1)

  // If two start together, one fails immediately, long before the other is ready.
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
})

onPostgres('with DATABASE_URL it starts no database and stores everything there', async () => {
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
