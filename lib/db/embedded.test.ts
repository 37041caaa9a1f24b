import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded'
import { listenOnSocket, socketOf } from './embedded-socket'

let database: EmbeddedDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await startEmbeddedDatabase('memory://')
  pool = new pg.Pool({ connectionString: database.url, max: 20 })
})
afterAll(async () => {
  await pool.end()
  await database.stop()
})

test('queries of twenty concurrent clients never get each other’s values', async () => {
  const asked = Array.from({ length: 2_000 }, (_, index) => index)
  const answers = await Promise.all(
    asked.map(async (index) => {
      const { rows } = await pool.query<{ one: string; two: string }>('select $1::text as one, repeat($2, 50) as two', [
        `one ${index}`,
        `two ${index}`,
      ])
      return rows[0]
    }),
  )
  expect(answers).toEqual(asked.map((index) => ({ one: `one ${index}`, two: `two ${index}`.repeat(50) })))
})

test('a transaction keeps the backend, and is rolled back when its client disconnects', async () => {
  await pool.query('create table counters (id int primary key, value int not null)')
  await pool.query('insert into counters values (1, 0)')
  const increment = async () => {
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query<{ value: number }>('select value from counters where id = $1 for update', [1])
    await client.query('update counters set value = $1 where id = 1', [(rows[0]?.value ?? 0) + 1])
    await client.query('commit')
    client.release()
  }
  const vanishing = new pg.Client({ connectionString: database.url })
  vanishing.on('error', () => {})
  await vanishing.connect()
  await vanishing.query('begin')
  await vanishing.query('update counters set value = 1000 where id = 1')
  const waiting = Promise.all(Array.from({ length: 50 }, increment))
  ;(vanishing as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
  await waiting
  const { rows } = await pool.query<{ value: number }>('select value from counters')
  expect(rows).toEqual([{ value: 50 }])
})

test('a client that disconnects during BEGIN leaves no open transaction', async () => {
  const streamOf = (client: pg.Client): { destroy(): void } =>
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
  for (let round = 0; round < 60; round++) {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    void client.query('begin').catch(() => {})
    // Disconnects later in each round: before, during and after the statement.
    for (let turns = 0; turns < round % 12; turns++) await new Promise((next) => setImmediate(next))
    streamOf(client).destroy()
    await pool.query('select 1')
  }
})

test('a failed statement does not affect other clients', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 300 }, (_, index) =>
      index % 3 === 0 ? pool.query('select 1 / $1::int as broken', [0]) : pool.query('select $1::int as n', [index]),
    ),
  )
  for (const [index, result] of results.entries()) {
    if (index % 3 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    else expect(result).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: index }] } })
  }
})

/** Connects as another user of this machine and returns the result. Requires root. */
function connectAsNobody(path: string): string {
  const code = `
    const socket = require('node:net').connect(process.argv[1])
    socket.on('connect', () => { console.log('connected'); process.exit() })
    socket.on('error', (error) => console.log(error.code))`
  const { stdout } = spawnSync(process.execPath, ['-e', code, path], { uid: 65_534, gid: 65_534, encoding: 'utf8' })
  return stdout.trim()
}

test('other users of the machine cannot connect', () => {
  const path = socketOf(database.url) ?? ''
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  if (process.getuid?.() === 0) expect(connectAsNobody(path)).toBe('EACCES')
})

test('a data folder with a path too long for a socket uses a private temporary folder, the same at each start', async () => {
  const root = mkdtempSync(join(tmpdir(), 'storycast-long-'))
  const dataDir = join(root, 'x'.repeat(120))
  mkdirSync(dataDir)
  const urls: string[] = []
  for (let start = 0; start < 2; start++) {
    const listening = await listenOnSocket(dataDir, (socket) => socket.end('hello'))
    const path = socketOf(listening.url) ?? ''
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(103)
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
    const said = await new Promise((resolve) => connect(path).once('data', (data) => resolve(String(data))))
    expect(said).toBe('hello')
    await listening.close()
    urls.push(listening.url)
  }
  expect(urls[1]).toBe(urls[0])
  rmSync(join(socketOf(urls[0] ?? '') ?? '', '..'), { recursive: true })
  rmSync(root, { recursive: true })
})
