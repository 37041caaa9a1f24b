import { readFile, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { type Intake, takeIn } from '@/lib/media/intake'
import { draftPath, dropSpooled, type Spooled } from '@/lib/media/spool'
import { storage } from '@/lib/storage/storage'
import { aProject } from '@/tests/support/api'
import { aPicture, hashOf, placeNotes } from './files'

/** Holds that what is sent becomes one asset with its bytes, and that the same bytes become no second one. */

async function aSpooled(bytes: Buffer): Promise<Spooled> {
  const path = await draftPath()
  await writeFile(path, bytes)
  return { path, bytes: bytes.length, sha256: hashOf(bytes), filename: null, declaredType: null }
}
async function take(projectId: string, bytes: Buffer, intake: Partial<Intake> = {}) {
  const spooled = await aSpooled(bytes)
  try {
    return await takeIn(database(), projectId, spooled, { name: 'Rye', ...intake })
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

test('a file that needs nothing keeps its bytes', async () => {
  const { projectId } = await aProject()
  const bytes = await aPicture({ width: 50, height: 20 })
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

test('the same bytes, sent again, at once or after cleaning, are one asset', async () => {
  const { projectId } = await aProject()
  const sent = await sharp(await aPicture())
    .jpeg()
    .withMetadata({ exif: placeNotes } as never)
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
  // Other notes around the same picture: cleaned, it is the one that is here.
  const twin = await sharp(sent)
    .keepExif()
    .withExifMerge({ IFD0: { Copyright: 'Ann' } })
    .toBuffer()
  expect(hashOf(twin)).not.toBe(hashOf(sent))
  expect(await countOf(projectId)).toBe(1)
  const other = await aProject()
  expect((await take(other.projectId, sent)).id).not.toBe(first?.id)
})

test('another type than promised is refused, also of a file that is here already', async () => {
  const { projectId } = await aProject()
  const bytes = await aPicture()
  const wanted = { mimeWanted: 'image/jpeg' }
  const refusal = {
    code: 'unsupported_media_type',
    message: 'image/jpeg was promised, and by its bytes the file is image/png. Promise what it is.',
  }
  await expect(take(projectId, bytes, wanted)).rejects.toMatchObject(refusal)
  expect(await countOf(projectId)).toBe(0)
  await take(projectId, bytes, { mimeWanted: 'image/png' })
  await expect(take(projectId, bytes, wanted)).rejects.toMatchObject(refusal)
})

test('a film is kept as it is', async () => {
  const { projectId } = await aProject()
  const film = await readFile(new URL('../../../lib/sandbox/films/wide.mp4', import.meta.url))
  expect(await take(projectId, film)).toMatchObject({
    mime_type: 'video/mp4',
    width: 1280,
    height: 720,
    duration_seconds: 8,
    sha256: hashOf(film),
  })
})
