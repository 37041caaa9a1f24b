import { expect, test } from 'vitest'
import { dropSpooled, spool } from '@/lib/api/spool'
import { database } from '@/lib/db/pool'
import { createAsset, deleteAsset, getStorageUse } from '@/lib/media/contract'
import { createAssetFromFile } from '@/lib/media/create-asset'
import { addUploadChunk, createUploadSession, finalizeUploadSession } from '@/lib/media/sessions/contract'
import { createUploadUrl } from '@/lib/media/uploads/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { anAddress, aSession, assetsOf, filesOf, put } from '../media-uploads/uploads'
import { anImage } from './files'

const limitBytes = 20 * 1_024 ** 3

/** Leaves this many bytes free. */
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

test('uploads count until they are deleted', async () => {
  const { api } = await aProject()
  const image = await anImage()
  const { asset } = await api.post(createAsset, base64(image))
  const used = { storage: { used_bytes: asset.file_size, limit_bytes: limitBytes } }
  expect(await api.get(getStorageUse)).toEqual(used)
  await api.post(createAsset, base64(image))
  expect(await api.get(getStorageUse)).toEqual(used)
  await api.delete(deleteAsset, { id: asset.id })
  expect((await api.get(getStorageUse)).storage.used_bytes).toBe(0)
})

test('every kind of upload is refused over the limit, and nothing is stored', async () => {
  const project = await aProject()
  const { api } = project
  const image = await anImage()
  const address = await anAddress(project)
  const session = await aSession(project, image.length)
  const chunk = { id: session.session_id, chunk_index: 0, ...base64(image) }
  await api.post(addUploadChunk, chunk)
  await leave(project, image.length - 1)
  const message =
    'This project uses 20 GB of 20 GB, and this upload has ' +
    `${image.length < 1_024 ? `${image.length} bytes` : `${Math.round(image.length / 102.4) / 10} kB`}. ` +
    'Delete files from the media library, or raise PROJECT_STORAGE_MAX_BYTES on the server.'
  const full = { code: 'payload_too_large', message }
  const refusals = [
    (await api.refused(createAsset, base64(image))).error,
    (await sendForm(project, image)).body.error,
    (await put(address.upload_url, image)).error,
    (await api.refused(addUploadChunk, chunk)).error,
    (await api.refused(finalizeUploadSession, { id: session.session_id })).error,
    (
      await api.refused(createUploadSession, {
        filename: 'a.png',
        mime_type: 'image/png',
        total_size_bytes: image.length,
      })
    ).error,
  ]
  expect(refusals).toEqual(refusals.map(() => full))
  await leave(project, 0)
  const { status, error } = await api.refused(createUploadUrl, { filename: 'a.png', content_type: 'image/png' })
  expect([status, error.code]).toEqual([413, 'payload_too_large'])
  expect([await assetsOf(project), await filesOf(project)]).toEqual([[], []])
})

test('of concurrent uploads for the last bytes one wins', async () => {
  const project = await aProject()
  const images = await Promise.all(Array.from({ length: 6 }, () => anImage()))
  const files = await Promise.all(images.map((image) => spool(piecesOf(image), 10_000_000, nameless)))
  await leave(project, Math.max(...images.map(({ length }) => length)))
  // In this process, so that all pass the first check before one is stored.
  const results = await Promise.allSettled(
    files.map((file, index) => createAssetFromFile(database(), project.projectId, file, { name: `file ${index}` })),
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

test('existing files can be uploaded again even when the project is full', async () => {
  const project = await aProject()
  const image = await anImage()
  const { asset } = await project.api.post(createAsset, base64(image))
  await leave(project, 0)
  expect((await project.api.post(createAsset, base64(image))).asset.id).toBe(asset.id)
})
