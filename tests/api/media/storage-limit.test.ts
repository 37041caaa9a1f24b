import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset, deleteAsset, getStorageUse } from '@/lib/media/contract'
import { takeIn } from '@/lib/media/intake'
import { addUploadChunk, createUploadSession, finalizeUploadSession } from '@/lib/media/sessions/contract'
import { dropSpooled, spool } from '@/lib/media/spool'
import { createUploadUrl } from '@/lib/media/uploads/contract'
import { aProject, type TestProject } from '@/tests/support/api'
import { anAddress, aSession, assetsOf, filesOf, put } from '../media-uploads/uploads'
import { aPicture } from './files'

const limitBytes = 20 * 1_024 ** 3

/** As if the project had stored all but so many bytes. */
async function leave(project: TestProject, freeBytes: number): Promise<void> {
  await database()
    .insertInto('project_storage')
    .values({ project_id: project.projectId, used_bytes: limitBytes - freeBytes })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ used_bytes: limitBytes - freeBytes }))
    .execute()
}

const base64 = (bytes: Buffer) => ({ data_base64: bytes.toString('base64') })

function form(bytes: Buffer): FormData {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), 'bread.png')
  return body
}

async function sendForm({ api, token }: TestProject, bytes: Buffer) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(new URL('/api/v1/media', api.baseUrl), { method: 'POST', headers, body: form(bytes) })
  return { status: response.status, body: (await response.json()) as { error?: { code: string; message: string } } }
}

test('what is uploaded counts, what is deleted does not', async () => {
  const { api } = await aProject()
  const picture = await aPicture()
  const { asset } = await api.post(createAsset, base64(picture))
  const used = { storage: { used_bytes: asset.file_size, limit_bytes: limitBytes } }
  expect(await api.get(getStorageUse)).toEqual(used)
  await api.post(createAsset, base64(picture))
  expect(await api.get(getStorageUse)).toEqual(used)
  await api.delete(deleteAsset, { id: asset.id })
  expect((await api.get(getStorageUse)).storage.used_bytes).toBe(0)
})

test('beyond the limit every way to upload is refused, and nothing is kept', async () => {
  const project = await aProject()
  const { api } = project
  const picture = await aPicture()
  const address = await anAddress(project)
  const session = await aSession(project, picture.length)
  const chunk = { id: session.session_id, chunk_index: 0, ...base64(picture) }
  await api.post(addUploadChunk, chunk)
  await leave(project, picture.length - 1)
  const message =
    'This project has stored 20 GB of its 20 GB, and this upload has ' +
    `${picture.length < 1_024 ? `${picture.length} bytes` : `${Math.round(picture.length / 102.4) / 10} kB`}. ` +
    'Delete files of the media library, or raise PROJECT_STORAGE_MAX_BYTES on the server.'
  const full = { code: 'payload_too_large', message }
  const refusals = [
    (await api.refused(createAsset, base64(picture))).error,
    (await sendForm(project, picture)).body.error,
    (await put(address.upload_url, picture)).error,
    (await api.refused(addUploadChunk, chunk)).error,
    (await api.refused(finalizeUploadSession, { id: session.session_id })).error,
    (
      await api.refused(createUploadSession, {
        filename: 'a.png',
        mime_type: 'image/png',
        total_size_bytes: picture.length,
      })
    ).error,
  ]
  expect(refusals).toEqual(refusals.map(() => full))
  await leave(project, 0)
  const { status, error } = await api.refused(createUploadUrl, { filename: 'a.png', content_type: 'image/png' })
  expect([status, error.code]).toEqual([413, 'payload_too_large'])
  expect([await assetsOf(project), await filesOf(project)]).toEqual([[], []])
})

test('of uploads at once, the one that takes the last bytes is kept and the others are refused', async () => {
  const project = await aProject()
  const pictures = await Promise.all(Array.from({ length: 6 }, () => aPicture()))
  const files = await Promise.all(pictures.map((picture) => spool(piecesOf(picture), 10_000_000, nameless)))
  await leave(project, Math.max(...pictures.map(({ length }) => length)))
  // In this process, so that all of them pass the first look before one of them is stored.
  const results = await Promise.allSettled(
    files.map((file, index) => takeIn(database(), project.projectId, file, { name: `file ${index}` })),
  )
  await Promise.all(files.map(dropSpooled))
  const codes = results.map((result) => (result.status === 'fulfilled' ? 'kept' : result.reason.code))
  expect(codes.sort()).toEqual(['kept', ...Array(5).fill('payload_too_large')])
  expect([(await assetsOf(project)).length, (await filesOf(project)).length]).toEqual([1, 1])
})

const nameless = { filename: null, declaredType: null }

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

test('files that the project has already are answered even when it is full', async () => {
  const project = await aProject()
  const picture = await aPicture()
  const { asset } = await project.api.post(createAsset, base64(picture))
  await leave(project, 0)
  expect((await project.api.post(createAsset, base64(picture))).asset.id).toBe(asset.id)
})
