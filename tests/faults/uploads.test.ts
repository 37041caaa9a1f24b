import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { closeDatabase, database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { cleanUpMedia } from '@/lib/media/clean-up'
import type { createUploadUrl, receiveUpload } from '@/lib/media/uploads/contract'
import { forgetStorage, storage } from '@/lib/storage/storage'
import type { Served } from '@/tests/support/database/postgres'
import { createDatabase } from '@/tests/support/database/test-database'
import { aCaller, type Caller, useEnvironment } from '@/tests/support/faults/callers'
import { eventually } from '@/tests/support/faults/eventually'
import { inParallel } from '@/tests/support/faults/in-parallel'
import { productEnv, type Server, startServer } from '@/tests/support/servers/product'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/servers/supabase-storage'
import { anImage } from '../api/media/files'

/**
 * One upload per token wins, whatever is sent at the same time. After a kill and a clean-up there are only assets with
 * their bytes.
 *
 * More than 20 s: the server is started again after every kill.
 */
const isFull = Number(process.env.FAULT_ROWS ?? 0) >= 10_000
const [rounds, atOnce] = isFull ? [200, 50] : [8, 20]
/** Rounds in parallel. */
const lanes = 2

let databaseServer: Served
let supabase: SupabaseStandIn
let server: Server
let caller: Caller
let env: Record<string, string>

beforeAll(async () => {
  databaseServer = await createDatabase()
  supabase = await startSupabase()
  env = {
    ...productEnv(databaseServer.url, 'http://127.0.0.1:9'),
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  }
  useEnvironment(env)
  caller = await aCaller('uploads')
  server = await startServer(env)
})

afterAll(async () => {
  await server?.child.kill('SIGKILL')
  await closeDatabase()
  supabase?.stop()
  await databaseServer?.stop()
})

type Sent = { status: number; body: unknown }

async function send(method: string, path: string, body?: unknown): Promise<Sent> {
  const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' }
  const response = await fetch(new URL(path, server.url), {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}

type Made = z.output<(typeof createUploadUrl.answers)[201]>
type Received = z.output<(typeof receiveUpload.answers)[201]>

const anAddress = async (): Promise<string> => {
  const wanted = { filename: 'bread.png', content_type: 'image/png' }
  return ((await send('POST', '/api/v1/media/upload-url', wanted)).body as Made).upload_url
}

async function put(address: string, bytes: Uint8Array): Promise<Sent> {
  const response = await fetch(address, { method: 'PUT', body: bytes as BodyInit })
  return { status: response.status, body: await response.json() }
}

const assets = () => database().selectFrom('assets').selectAll().where('path', 'is not', null).execute()

async function storedPaths(): Promise<string[]> {
  const paths: string[] = []
  await storage().walk(async (page) => {
    paths.push(...page.map(({ path }) => path))
    return []
  })
  return paths.sort()
}

/** Each asset has its bytes, and there are no other files. */
async function expectOnlyAssetFiles(): Promise<number> {
  const rows = await assets()
  expect(await storedPaths()).toEqual(rows.flatMap(({ path }) => path ?? []).sort())
  for (const { path, sha256 } of rows) {
    const hash = createHash('sha256')
    for await (const piece of (await storage().get(path ?? ''))?.stream ?? []) hash.update(piece as Buffer)
    expect([path, hash.digest('hex')]).toEqual([path, sha256])
  }
  return rows.length
}

test(`${rounds} times ${atOnce} parallel uploads to one URL: one asset, which all get`, async () => {
  const images = await Promise.all(Array.from({ length: atOnce }, () => anImage({ width: 20, height: 20 })))
  const before = (await assets()).length
  const winners = new Set<string>()
  await inParallel(
    Array.from({ length: rounds }, (_, round) => round),
    lanes,
    async (round) => {
      const address = await anAddress()
      // Each round has its own bytes, otherwise they would be the asset of the last round.
      const tail = Buffer.from(`round ${round}`)
      const answers = await Promise.all(images.map((bytes) => put(address, Buffer.concat([bytes, tail]))))
      const told = new Set(answers.map(({ status, body }) => `${status} ${(body as Received).asset?.id}`))
      expect([round, told.size, [...told][0]?.slice(0, 3)]).toEqual([round, 1, '201'])
      winners.add([...told][0] ?? '')
    },
  )
  expect([winners.size, (await assets()).length - before]).toEqual([rounds, rounds])
  // No clean-up needed: the losing uploads were removed at once.
  expect(await expectOnlyAssetFiles()).toBe(before + rounds)
})

async function restart(more: Record<string, string> = {}): Promise<void> {
  await server.child.kill('SIGKILL')
  server = await startServer({ ...env, ...more }, server.port)
}

/** Sets the age of stored and partial files to two hours. */
async function makeOld(): Promise<void> {
  const longAgo = new Date(Date.now() - 7_200_000)
  for (const object of supabase.objects.values()) object.createdAt = longAgo
  for (const folder of ['media', 'media-drafts', 'spool']) {
    const names = await readdir(join(env.DATA_DIR ?? '', folder), { recursive: true }).catch(() => [])
    for (const name of names) await utimes(join(env.DATA_DIR ?? '', folder, name), longAgo, longAgo)
  }
}

describe.each([
  ['disk', isFull ? 60 : 4],
  // The same code, with another store below it.
  ['Supabase', isFull ? 60 : 2],
] as const)('a server that is killed, with files on %s', (kind, kills) => {
  const own = (): Record<string, string> =>
    kind === 'disk' ? {} : { SUPABASE_URL: supabase.url, SUPABASE_SERVICE_ROLE_KEY: supabase.key }

  beforeAll(async () => {
    await sql`delete from assets`.execute(database())
    Object.assign(process.env, own())
    reloadEnv()
    forgetStorage()
    if (kind === 'Supabase') await restart(own())
    await storage().walk(async (page) => page.map(({ path }) => path))
  })
  afterAll(() => {
    for (const name of ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY']) delete process.env[name]
    reloadEnv()
    forgetStorage()
  })

  test(`${kills} kills during uploads: the clean-up leaves assets with their bytes, and upload URLs still work`, async () => {
    let acknowledged = 0
    for (let round = 0; round < kills; round++) {
      const addresses = await Promise.all(Array.from({ length: 6 }, anAddress))
      const images = await Promise.all(addresses.map(() => anImage({ width: 300, height: 200 })))
      let answered = 0
      const uploads = addresses.map(async (address, index) => {
        const answer = await put(address, images[index] ?? Buffer.alloc(0)).catch(() => null)
        answered += 1
        return answer
      })
      // Before the first response in some rounds, between two in others, depending on the machine.
      await eventually(async () => answered >= round % 5, 'The answers', 60)
      await sleep(Math.random() * 40)
      await restart(own())
      const answers = await Promise.all(uploads)
      acknowledged += answers.filter((answer) => answer?.status === 201).length
      // Whether or not the first try succeeded, the second returns the same asset.
      const again = await Promise.all(addresses.map((address, index) => put(address, images[index] ?? Buffer.alloc(0))))
      expect(again.map(({ status }) => status)).toEqual(addresses.map(() => 201))
      for (const [index, answer] of answers.entries())
        if (answer?.status === 201) expect(again[index]?.body).toEqual(answer.body)
    }
    await makeOld()
    await cleanUpMedia(database())
    expect(await expectOnlyAssetFiles()).toBe(kills * 6)
    expect(await readdir(join(env.DATA_DIR ?? '', 'spool'))).toEqual([])
    console.log(`${kind}: ${kills} kills, ${acknowledged} of ${kills * 6} uploads were answered before`)
  })

  test('acknowledged chunks survive a kill and become the file', async () => {
    const bytes = await anImage({ width: 250, height: 200 })
    const size = Math.ceil(bytes.length / 6)
    const wanted = { filename: 'a.png', mime_type: 'image/png', total_size_bytes: bytes.length }
    const { session_id } = (await send('POST', '/api/v1/media/upload-sessions', wanted)).body as { session_id: string }
    const path = `/api/v1/media/upload-sessions/${session_id}`
    for (let chunk_index = 0; chunk_index < 6; chunk_index++) {
      const chunk = bytes.subarray(chunk_index * size, (chunk_index + 1) * size).toString('base64')
      expect((await send('POST', `${path}/chunks`, { chunk_index, data_base64: chunk })).status).toBe(200)
      if (chunk_index === 2) await restart(own())
    }
    const cut = send('POST', `${path}/finalize`).catch(() => null)
    await sleep(Math.random() * 30)
    await restart(own())
    await cut
    const { status, body } = await send('POST', `${path}/finalize`)
    expect([status, (body as Received).bytes]).toEqual([201, bytes.length])
    await makeOld()
    await cleanUpMedia(database())
    await expectOnlyAssetFiles()
  })
})

describe('between storing the bytes and inserting the asset', () => {
  const onSupabase = () => ({ SUPABASE_URL: supabase.url, SUPABASE_SERVICE_ROLE_KEY: supabase.key })
  beforeAll(() => restart(onSupabase()))
  afterEach(() => {
    supabase.onStored = null
    supabase.simulatedError = null
    for (const name of ['SUPABASE_URL', 'SUPABASE_SERVICE_ROLE_KEY']) delete process.env[name]
    reloadEnv()
    forgetStorage()
  })

  test('a kill leaves bytes without an asset, which the clean-up removes', async () => {
    Object.assign(process.env, onSupabase())
    reloadEnv()
    forgetStorage()
    const address = await anAddress()
    const stored: string[] = []
    supabase.onStored = (name) => {
      stored.push(name.replace('media/', ''))
      server.child.process.kill('SIGKILL')
    }
    await expect(put(address, await anImage())).rejects.toThrow()
    supabase.onStored = null
    const [path = ''] = stored
    expect(await storage().stat(path)).not.toBeNull()
    // New files stay: their row may still be inserted.
    await cleanUpMedia(database())
    expect(await storage().stat(path)).not.toBeNull()
    await makeOld()
    await cleanUpMedia(database())
    expect(await storage().stat(path)).toBeNull()
    await restart(onSupabase())
    expect((await put(address, await anImage())).status).toBe(201)
  })

  test.each(['down', 'full', 'cut'] as const)(
    'a storage that is %s: 503, and the same URL works later',
    async (simulatedError) => {
      const address = await anAddress()
      supabase.simulatedError = simulatedError
      const response = await fetch(address, { method: 'PUT', body: (await anImage()) as BodyInit })
      const { error } = (await response.json()) as { error: { code: string; message: string } }
      expect([response.status, error.code]).toEqual([503, 'unavailable'])
      expect(error.message).toContain(simulatedError === 'full' ? 'is full' : 'is not reachable')
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      supabase.simulatedError = null
      expect((await put(address, await anImage())).status).toBe(201)
    },
  )

  test.runIf(process.platform === 'linux')('a full disk: 503, and no part of the file stays', async () => {
    await restart()
    const limit = (bytes: string) =>
      execFileSync('prlimit', ['--pid', String(server.child.process.pid), `--fsize=${bytes}`])
    const address = await anAddress()
    const bytes = await anImage({ width: 300, height: 300 })
    const before = await storedPaths()
    limit(`${Math.floor(bytes.length / 2)}:unlimited`)
    const { status, body } = await put(address, bytes)
    const { error } = body as { error: { code: string; message: string } }
    expect([status, error.code, error.message]).toEqual([503, 'unavailable', expect.stringContaining('is full')])
    expect([await storedPaths(), await readdir(join(env.DATA_DIR ?? '', 'spool'))]).toEqual([before, []])
    limit('unlimited')
    expect((await put(address, bytes)).status).toBe(201)
  })
})
