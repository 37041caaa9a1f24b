import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/servers/supabase-storage'
import { newId } from '../ids'
import { DiskStorage } from './disk'
import { pathFor } from './path'
import { StorageError } from './storage-error'
import type { Storage, StoredFile } from './storage-types'
import { SupabaseStorage } from './supabase'

/** One suite for both storages. With `SUPABASE_URL` and its key in the environment it also tests a real bucket. */

const folder = mkdtempSync(join(tmpdir(), 'storycast-storage-'))
let supabase: SupabaseStandIn
beforeAll(async () => {
  supabase = await startSupabase()
})
afterAll(() => {
  supabase.stop()
  rmSync(folder, { recursive: true, force: true })
})

const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key } = process.env
const kinds: [string, () => Storage][] = [
  ['disk', () => new DiskStorage(folder)],
  ['Supabase', () => new SupabaseStorage({ url: supabase.url, key: supabase.key, bucket: 'media' })],
  ...(url && key
    ? [['real Supabase', () => new SupabaseStorage({ url, key, bucket: 'storycast-test' })] as [string, () => Storage]]
    : []),
]
const project = newId()
const aPath = (type = 'image/jpeg') => pathFor(project, type)

/** A local file, as an upload leaves it. */
function aFile(content: Uint8Array): string {
  const path = join(folder, 'spooled')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, content)
  return path
}

async function everyFile(storage: Storage): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  await storage.walk(async (page) => {
    found.push(...page)
    return []
  })
  return found
}

describe.each(kinds)('%s', (_, make) => {
  const bytes = randomBytes(3_000_000)
  const put = async (storage: Storage, path: string) => storage.put(path, Readable.from([bytes]), 'image/jpeg')

  test('a stored file can be read whole and in ranges, and its URL maps to its path', async () => {
    const storage = make()
    const path = aPath()
    expect(await put(storage, path)).toEqual({ size: bytes.length, contentType: 'image/jpeg' })
    expect(await storage.stat(path)).toEqual({ size: bytes.length, contentType: 'image/jpeg' })
    const whole = await storage.get(path)
    expect((await buffer(whole?.stream ?? Readable.from([]))).equals(bytes)).toBe(true)
    const part = await storage.get(path, { start: 1_000, end: 1_999 })
    expect((await buffer(part?.stream ?? Readable.from([]))).equals(bytes.subarray(1_000, 2_000))).toBe(true)
    expect(storage.pathOf(storage.publicUrl(path))).toBe(path)
    expect(storage.pathOf(`https://elsewhere.test/${path}`)).toBeNull()
  })

  test('a file can be deleted twice', async () => {
    const storage = make()
    const path = aPath()
    await put(storage, path)
    await storage.delete(path)
    await storage.delete(path)
    expect([await storage.stat(path), await storage.get(path)]).toEqual([null, null])
  })

  test('a failing source leaves nothing behind', async () => {
    const storage = make()
    const path = aPath()
    const broken = Readable.from(
      (async function* () {
        yield bytes.subarray(0, 1_000)
        throw new Error('The sender hung up.')
      })(),
    )
    await expect(storage.put(path, broken, 'image/jpeg')).rejects.toThrow()
    expect(await storage.stat(path)).toBeNull()
  })

  test('a local file is stored whole, and its age starts at that time', async () => {
    const storage = make()
    const path = aPath()
    const file = aFile(bytes)
    const longAgo = new Date(Date.now() - 86_400_000)
    await utimes(file, longAgo, longAgo)
    expect(await storage.putFile(path, file, 'image/jpeg')).toEqual({ size: bytes.length, contentType: 'image/jpeg' })
    const whole = await storage.get(path)
    expect((await buffer(whole?.stream ?? Readable.from([]))).equals(bytes)).toBe(true)
    const files = (await everyFile(storage)).find((one) => one.path === path)
    expect(Math.abs(Date.now() - (files?.storedAt.getTime() ?? 0))).toBeLessThan(600_000)
  })

  test('a missing local file is not stored', async () => {
    const storage = make()
    const path = aPath()
    await expect(storage.putFile(path, join(folder, 'nothing'), 'image/jpeg')).rejects.toThrow('ENOENT')
    expect(await storage.stat(path)).toBeNull()
  })

  test('walk visits every file once and deletes the returned ones', async () => {
    const storage = make()
    const own = newId()
    const paths = await Promise.all(
      Array.from({ length: 7 }, async (_, index) => {
        const path = pathFor(index < 5 ? own : newId(), 'image/png')
        await storage.put(path, Readable.from([bytes.subarray(0, 10)]), 'image/png')
        return path
      }),
    )
    const seen = (await everyFile(storage)).map(({ path }) => path)
    expect(seen.filter((path) => paths.includes(path)).sort()).toEqual([...paths].sort())
    const [first, , third, , , sixth] = paths
    await storage.walk(async (page) =>
      page.map(({ path }) => path).filter((path) => [first, third, sixth].includes(path)),
    )
    const left = (await everyFile(storage)).map(({ path }) => path).filter((path) => paths.includes(path))
    expect(left.sort()).toEqual(paths.filter((path) => ![first, third, sixth].includes(path)).sort())
  })

  test('a large file is streamed in both directions', async () => {
    const storage = make()
    const path = aPath('video/mp4')
    const part = randomBytes(1_048_576)
    const parts = 200
    const before = memoryMb()
    let highest = 0
    const large = Readable.from(
      (async function* () {
        for (let index = 0; index < parts; index++) {
          if (index % 25 === 0) highest = Math.max(highest, memoryMb())
          yield part
        }
      })(),
    )
    expect((await storage.put(path, large, 'video/mp4')).size).toBe(parts * part.length)
    let read = 0
    let nextLook = 0
    for await (const piece of (await storage.get(path))?.stream ?? []) {
      read += (piece as Buffer).length
      if (read > nextLook) highest = Math.max(highest, memoryMb())
      if (read > nextLook) nextLook += 25 * part.length
    }
    expect(read).toBe(parts * part.length)
    expect(highest - before).toBeLessThan(40)
    await storage.delete(path)
  })

  test.each([
    '../secret.jpg',
    `${project}/../../etc/passwd`,
    `${project}/short.jpg`,
    `${project}/${'a'.repeat(22)}.html`,
  ])('an invalid path is not a file: %s', async (path) => {
    expect([await make().stat(path), await make().get(path)]).toEqual([null, null])
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Used memory with buffers, which are outside the heap. */
function memoryMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1_048_576
}

test('no temporary files stay on the disk', () => {
  expect(readdirSync(join(folder, 'media-drafts'))).toEqual([])
})

test('incomplete files are deleted when they are old, not before', async () => {
  const drafts = join(folder, 'media-drafts')
  for (const name of ['old', 'young']) writeFileSync(join(drafts, name), 'half')
  const longAgo = new Date(Date.now() - 7_200_000)
  await utimes(join(drafts, 'old'), longAgo, longAgo)
  const storage = new DiskStorage(folder)
  await storage.forgetDrafts(new Date(Date.now() - 3_600_000))
  expect(readdirSync(drafts)).toEqual(['young'])
  rmSync(join(drafts, 'young'))
})

test('walk of a missing folder visits nothing', async () => {
  const storage = new DiskStorage(join(folder, 'unused'))
  expect(await everyFile(storage)).toEqual([])
  await storage.forgetDrafts(new Date())
})

test('on the same disk a file is moved, not copied', async () => {
  const file = aFile(randomBytes(1_000))
  await new DiskStorage(folder).putFile(aPath(), file, 'image/jpeg')
  expect(existsSync(file)).toBe(false)
})

test.runIf(existsSync('/dev/shm'))('from another disk a file is copied', async () => {
  const elsewhere = mkdtempSync('/dev/shm/storycast-')
  const file = join(elsewhere, 'spooled')
  const content = randomBytes(100_000)
  writeFileSync(file, content)
  const path = aPath()
  await new DiskStorage(folder).putFile(path, file, 'image/jpeg')
  expect((await readFile(join(folder, 'media', path))).equals(content)).toBe(true)
  expect(existsSync(file)).toBe(false)
  rmSync(elsewhere, { recursive: true })
})

test('a full disk throws StorageError and stores nothing', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const source = new Readable({
    read() {
      this.destroy(full)
    },
  })
  await expect(new DiskStorage(folder).put(aPath(), source, 'image/jpeg')).rejects.toMatchObject({
    name: 'StorageError',
    kind: 'full',
  })
  expect(readdirSync(join(folder, 'media-drafts'))).toEqual([])
})

describe('a failing bucket', () => {
  /** A long timeout where silence is not under test: a busy machine may be silent too. */
  const storage = (silentMs = 20_000) =>
    new SupabaseStorage({ url: supabase.url, key: supabase.key, bucket: 'media', silentMs })
  afterEach(() => {
    supabase.simulatedError = null
  })

  test.each([
    ['full', 'full'],
    ['down', 'unreachable'],
    ['silent', 'unreachable'],
    ['cut', 'unreachable'],
  ] as const)('that is %s fails as %s, then stores files again', async (simulatedError, kind) => {
    const path = aPath()
    const put = (silentMs?: number) => storage(silentMs).putFile(path, aFile(randomBytes(300_000)), 'image/jpeg')
    await put()
    await storage().delete(path)
    supabase.simulatedError = simulatedError
    const error = await put(1_000).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(StorageError)
    expect((error as StorageError).kind).toBe(kind)
    supabase.simulatedError = null
    expect(await storage().stat(path)).toBeNull()
    await put()
    expect(supabase.lastLength).toBe('300000')
  })

  test('a closed port is `unreachable`', async () => {
    const nowhere = new SupabaseStorage({ url: 'http://127.0.0.1:9', key: 'k', bucket: 'media' })
    await expect(nowhere.stat(aPath())).rejects.toMatchObject({ name: 'StorageError', kind: 'unreachable' })
  })

  test('walk visits and deletes files of several pages', async () => {
    const many = newId()
    const template = [...supabase.objects.values()][0]
    if (!template) throw new Error('Nothing is stored.')
    for (let index = 0; index < 2_500; index++) supabase.objects.set(`media/${pathFor(many, 'image/png')}`, template)
    const mine = async () =>
      (await everyFile(storage())).flatMap(({ path }) => (path.startsWith(many) ? [path] : [])).sort()
    const before = await mine()
    expect([before.length, new Set(before).size]).toEqual([2_500, 2_500])
    const files = new Set(before.filter((_, index) => index % 100 === 0))
    await storage().walk(async (page) =>
      page.map(({ path }) => path).filter((path) => path.startsWith(many) && !files.has(path)),
    )
    expect(await mine()).toEqual([...files])
  })
})

test('creates a public bucket on first use', () => {
  expect(supabase.buckets.get('media')).toEqual({ public: true })
})

test('a wrong key throws StorageError instead of a missing file', async () => {
  const storage = new SupabaseStorage({ url: supabase.url, key: 'wrong', bucket: 'media' })
  await expect(storage.stat(aPath())).rejects.toMatchObject({ name: 'StorageError', kind: 'refused' })
})
