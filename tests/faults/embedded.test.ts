import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { isOutage } from '@/lib/db/outage'
import { copyTemplate } from '@/tests/support/database/embedded'
import { databaseKind } from '@/tests/support/database/test-database'
import { script } from '@/tests/support/processes/child-process'

/** The process of the embedded database when its backend exits or hangs: clients never hang. */
const onEmbedded = test.runIf(databaseKind() === 'pglite')

const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

type Process = { child: ChildProcess; output(): string; ended: Promise<unknown[]> }

/** Starts it as up.ts does. Resolves when it is ready. */
async function serve(directory: string, statementSeconds = 60): Promise<Process> {
  const words = script('scripts/database.ts', directory, String(statementSeconds))
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  // Not `exit`: the last output may come after that.
  const ended = once(child, 'close')
  cleanUps.push(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  })
  const [said] = await Promise.race([once(child, 'message'), ended])
  expect([said, output]).toEqual([{ event: 'ready' }, ''])
  return { child, output: () => output, ended }
}

function aPlace(): string {
  const directory = mkdtempSync(join(tmpdir(), 'storycast-embedded-'))
  cleanUps.push(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory
}

/** Connects to the last database started in this folder. */
function aPool(directory: string): pg.Pool {
  const { url } = JSON.parse(readFileSync(join(directory, 'database.json'), 'utf8')) as { url: string }
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  cleanUps.push(() => pool.end())
  return pool
}

onEmbedded('a panic of the backend exits the process at once and loses no acknowledged write', async () => {
  const directory = aPlace()
  const first = await serve(directory)
  const pool = aPool(directory)
  await pool.query('create table kept (id int primary key, filler text)')
  // The name of the next WAL segment is taken. To the backend this is like a full disk.
  const obstacle = join(directory, 'database', 'pg_wal', '000000010000000000000002')
  mkdirSync(obstacle)
  const acknowledged: number[] = []
  const refusals: unknown[] = []
  for (let id = 1; refusals.length === 0 && id < 1_000; id++) {
    await pool
      .query(
        "insert into kept values ($1::int, (select string_agg(md5(random()::text), '') from generate_series(1, 4000)))",
        [id],
      )
      .then(
        () => acknowledged.push(id),
        (error: unknown) => refusals.push(error),
      )
  }
  expect(refusals.map(isOutage)).toEqual([true])
  await first.ended
  expect(first.output()).toContain('The embedded database has stopped')

  rmdirSync(obstacle)
  await serve(directory)
  const { rows } = await pool.query<{ id: number }>('select id from kept order by id')
  expect(rows.map(({ id }) => id)).toEqual(acknowledged)
})

onEmbedded('an endless statement ends the process, with a message', async () => {
  const directory = aPlace()
  await copyTemplate(directory)
  const first = await serve(directory, 2)
  const pool = aPool(directory)
  const untilRefused = async (): Promise<unknown> => {
    for (;;) await pool.query('select 1')
  }
  const endless = pool.query('select count(*) from generate_series(1, 100000000000)').catch((error: unknown) => error)
  // Whichever runs first, one of these waits behind it.
  const behind = untilRefused().catch((error: unknown) => error)
  const faults = await Promise.all([endless, behind])
  expect([faults.map(isOutage), faults]).toEqual([[true, true], faults])
  await first.ended
  expect(first.child.signalCode).toBe('SIGKILL')
  expect(first.output()).toContain('A statement did not finish within 2 s.')
  // With the usual timeout: on a busy machine the first statement takes seconds.
  await serve(directory)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

/** A first start while it creates the database. */
async function halfMade(directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, script('scripts/database.ts', directory), { stdio: 'ignore' })
  const isHalfMade = () => readdirSync(directory, { recursive: true }).some((name) => String(name).endsWith('/base'))
  while (!isHalfMade() && child.exitCode === null) await sleep(5)
  return child
}

onEmbedded('stopping during the first start leaves no process', async () => {
  const directory = aPlace()
  const child = await halfMade(directory)
  const ended = once(child, 'exit')
  const atWork = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).includes(directory)
  expect(atWork()).toBe(true)
  child.kill('SIGTERM')
  await ended
  expect(atWork()).toBe(false)
})

onEmbedded('a first start that was killed is repeated', async () => {
  let directory = aPlace()
  // On a busy machine the database may be complete before the signal arrives. Then try another first start.
  for (let attempt = 0; attempt < 5; attempt++) {
    const child = await halfMade(directory)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    if (!readdirSync(directory).includes('database')) break
    directory = aPlace()
  }
  expect(readdirSync(directory)).not.toContain('database')
  await serve(directory)
  expect((await aPool(directory).query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

/** Writes the same files until it is stopped, so that some come back while they are removed. */
async function aWriter(folder: string): Promise<() => Promise<unknown>> {
  const files = 3_000
  const words = `for (let n = 0; ; n++) fs.writeFileSync(process.argv[1] + '/' + (n % ${files}), '')`
  const child = spawn(process.execPath, ['-e', words, folder], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const end = (): Promise<unknown> => {
    child.kill('SIGKILL')
    return ended
  }
  cleanUps.push(async () => void (await end()))
  await expect.poll(() => readdirSync(folder).length, { timeout: 30_000 }).toBe(files)
  return end
}

onEmbedded(
  'a draft folder that is still written to does not prevent a start, and the next start removes it',
  async () => {
    const directory = aPlace()
    const draft = 'database-draft-before'
    mkdirSync(join(directory, draft))
    const endWriter = await aWriter(join(directory, draft))
    const first = await serve(directory)
    await endWriter()
    first.child.kill('SIGKILL')
    await first.ended
    await serve(directory)
    expect(readdirSync(directory)).not.toContain(draft)
  },
)

onEmbedded('only one process serves a folder, however many start together', async () => {
  const directory = aPlace()
  const starts = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, script('scripts/database.ts', directory), {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      cleanUps.push(() => void child.kill('SIGKILL'))
      const [said] = await once(child, 'message')
      return said as { event: string; message?: string }
    }),
  )
  expect(starts.map(({ event }) => event).sort()).toEqual(['failed', 'failed', 'ready'])
  for (const { event, message } of starts) {
    if (event === 'failed') expect(message).toContain(`Another Storycast uses the folder ${directory}`)
  }
})

/** A small disk; null if this user may not mount one. */
function aSmallDisk(): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'storycast-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', directory], { stdio: 'ignore' })
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
  cleanUps.push(() => {
    execFileSync('umount', ['-l', directory])
    rmSync(directory, { recursive: true })
  })
  return directory
}

onEmbedded('on a full disk writes fail and reads work, with one message, until there is space', async (context) => {
  const directory = aSmallDisk()
  if (directory === null) return context.skip('No disk can be mounted here.')
  await copyTemplate(directory)
  const served = await serve(directory)
  const pool = aPool(directory)
  await pool.query('create table kept (id int primary key)')
  await pool.query('insert into kept values (1)')
  const fill = join(directory, 'fill')
  // The last write fails after writing what fitted.
  expect(() => writeFileSync(fill, Buffer.alloc(200 * 1024 * 1024))).toThrow('ENOSPC')
  const add = () =>
    pool.query('insert into kept values (2)').then(
      () => null,
      (error: unknown) => error,
    )
  const isRefused = async () =>
    isOutage(await pool.query('update kept set id = 1 where id = 1').catch((e: unknown) => e))
  await expect.poll(isRefused, { timeout: 5_000 }).toBe(true)
  for (let round = 0; round < 20; round++) {
    expect(isOutage(await add())).toBe(true)
    expect((await pool.query('select id from kept where id = 1')).rows).toEqual([{ id: 1 }])
  }
  rmSync(fill)
  await expect.poll(add, { timeout: 5_000 }).toBeNull()
  expect(served.output().match(/database.disk_full/g)).toHaveLength(1)
  await expect.poll(() => served.output().match(/database.disk_has_room/g), { timeout: 5_000 }).toHaveLength(1)
})
