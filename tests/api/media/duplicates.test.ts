import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { draftPath, dropSpooled, type Spooled } from '@/lib/api/spool'
import { database } from '@/lib/db/pool'
import { createAssetFromFile, type Intake } from '@/lib/media/create-asset'
import { storage } from '@/lib/storage/storage'
import { aProject } from '@/tests/support/api/api'
import { anImage, hashOf, locationExif } from './files'

async function aSpooled(bytes: Buffer): Promise<Spooled> {
  const path = await draftPath()
  await writeFile(path, bytes)
  return { path, bytes: bytes.length, sha256: hashOf(bytes), filename: null, declaredType: null }
}
async function take(projectId: string, bytes: Buffer, intake: Partial<Intake> = {}) {
  const spooled = await aSpooled(bytes)
  try {
    return await createAssetFromFile(database(), projectId, spooled, { name: 'Rye', ...intake })
  } finally {
    await dropSpooled(spooled)
  }
}
const storedOf = async (path: string | null) => {
  const found = path ? await storage().get(path) : null
  if (!found) throw new Error('Nothing is stored.')
  return buffer(found.stream)
}
const countOf = async (projectId: string) =>
  (await database().selectFrom('assets').select('id').where('project_id', '=', projectId).execute()).length

test('a file that needs no cleaning keeps its bytes', async () => {
  const { projectId } = await aProject()
  const bytes = await anImage({ width: 50, height: 20 })
  const row = await take(projectId, bytes, { category: 'bread', tags: ['a', 'a', 'b'] })
  expect(row).toMatchObject({
    project_id: projectId,
    name: 'Rye',
    category: 'bread',
    tags: ['a', 'b'],
    mime_type: 'image/png',
    file_size: bytes.length,
    width: 50,
    height: 20,
    duration_seconds: null,
    sha256: hashOf(bytes),
    sent_sha256: hashOf(bytes),
    source_url: null,
  })
  expect((await storedOf(row.path)).equals(bytes)).toBe(true)
})

test('the same bytes are one asset: repeated, concurrent, or equal after cleaning', async () => {
  const { projectId } = await aProject()
  const sent = await sharp(await anImage())
    .jpeg()
    .withMetadata({ exif: locationExif } as never)
    .toBuffer()
  const rows = await Promise.all(
    Array.from({ length: 8 }, (_, index) => take(projectId, sent, { tags: [`t${index}`] })),
  )
  const [first] = rows
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
  const again = await take(projectId, sent, { category: 'late', tags: ['t0', 'new'] })
  expect(again).toMatchObject({ id: first?.id, category: 'late' })
  expect(again.tags.toSorted()).toEqual(['new', ...Array.from({ length: 8 }, (_, index) => `t${index}`)])
  const served = await storedOf(again.path)
  expect(served.equals(sent)).toBe(false)
  expect((await take(projectId, served, { category: 'other' })).category).toBe('late')
  // Other metadata, the same image after cleaning.
  const twin = await sharp(sent)
    .keepExif()
    .withExifMerge({ IFD0: { Copyright: 'Ann' } })
    .toBuffer()
  expect(hashOf(twin)).not.toBe(hashOf(sent))
  expect(await countOf(projectId)).toBe(1)
  const other = await aProject()
  expect((await take(other.projectId, sent)).id).not.toBe(first?.id)
})

test('another type than announced is refused, also for existing bytes', async () => {
  const { projectId } = await aProject()
  const bytes = await anImage()
  const wanted = { expectedMime: 'image/jpeg' }
  const refusal = {
    code: 'unsupported_media_type',
    message: 'image/jpeg was announced, but the file is image/png. Announce its real type.',
  }
  await expect(take(projectId, bytes, wanted)).rejects.toMatchObject(refusal)
  expect(await countOf(projectId)).toBe(0)
  await take(projectId, bytes, { expectedMime: 'image/png' })
  await expect(take(projectId, bytes, wanted)).rejects.toMatchObject(refusal)
})

test('a video keeps its bytes', async () => {
  const { projectId } = await aProject()
  const video = await readFile(new URL('../../../sandbox/samples/wide.mp4', import.meta.url))
  expect(await take(projectId, video)).toMatchObject({
    mime_type: 'video/mp4',
    width: 1280,
    height: 720,
    duration_seconds: 8,
    sha256: hashOf(video),
  })
})
