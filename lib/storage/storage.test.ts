import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/supabase'
import { newId } from '../ids'
import { DiskStorage } from './disk'
import { pathFor } from './path'
import type { Storage } from './storage'
import { SupabaseStorage } from './supabase'

/** One suite for both storages; with `SUPABASE_URL` and its key in the environment, for a real bucket as well. */

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

describe.each(kinds)('%s', (_, make) => {
  const bytes = randomBytes(3_000_000)
  const put = async (storage: Storage, path: string) => storage.put(path, Readable.from([bytes]), 'image/jpeg')

  test('what was put is there, whole and in parts, under a path that can be found in its address', async () => {
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

  test('what was deleted is gone, and deleting it again harms nobody', async () => {
    const storage = make()
    const path = aPath()
    await put(storage, path)
    await storage.delete(path)
    await storage.delete(path)
    expect([await storage.stat(path), await storage.get(path)]).toEqual([null, null])
  })

  test('a source that breaks off leaves nothing behind', async () => {
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

  test.each([
    '../secret.jpg',
    `${project}/../../etc/passwd`,
    `${project}/short.jpg`,
    `${project}/${'a'.repeat(22)}.html`,
  ])('a path that was not made here is no file: %s', async (path) => {
    expect([await make().stat(path), await make().get(path)]).toEqual([null, null])
  })
})

test('drafts do not stay on the disk', () => {
  expect(readdirSync(join(folder, 'media-drafts'))).toEqual([])
})

test('the bucket is made at the first use, readable by whoever knows a path', () => {
  expect(supabase.buckets.get('media')).toEqual({ public: true })
})

test('a wrong key is a fault, and not a missing file', async () => {
  const storage = new SupabaseStorage({ url: supabase.url, key: 'wrong', bucket: 'media' })
  await expect(storage.stat(aPath())).rejects.toThrow('could not be asked')
})
