import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { deleteAsset, getAsset } from '@/lib/media/contract'
import {
  abortUploadSession,
  addUploadChunk,
  createUploadSession,
  finalizeUploadSession,
  getUploadSession,
} from '@/lib/media/sessions/contract'
import { findSession, finishSession } from '@/lib/media/sessions/repository'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { anImage, hashOf } from '../media/files'
import { aSession, assetsOf, filesOf, inChunks } from './uploads'

const chunkBytes = 49_152
const gone = (message: string) => [410, { code: 'gone', message: `This upload session ${message}. Start a new one.` }]

const sendAll = ({ api }: TestProject, id: string, chunks: string[]) =>
  Promise.all(chunks.map((data_base64, chunk_index) => api.post(addUploadChunk, { id, chunk_index, data_base64 })))

const chunksOf = async (id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from upload_chunks where session_id = ${id}`.execute(database())
  return rows[0]?.count ?? 0
}

const expire = (id: string) =>
  sql`update upload_sessions set expires_at = now() - interval '1 second' where id = ${id}`.execute(database())

/** A session with all its chunks. */
async function aWholeSession(project: TestProject, bytes: Buffer, mime?: string) {
  const { session_id: id } = await aSession(project, bytes.length, mime)
  await sendAll(project, id, inChunks(bytes, chunkBytes))
  return id
}

test('joins chunks sent in any order, some twice', async () => {
  const project = await aProject()
  const { api } = project
  const bytes = await anImage({ width: 300, height: 250 })
  const made = await aSession(project, bytes.length)
  const id = made.session_id
  expect(made).toMatchObject({ recommended_chunk_bytes: 49_152, max_chunk_bytes: 262_144, max_total_bytes: 10_485_760 })
  expect(Math.abs(new Date(made.expires_at).getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000)

  const chunks = inChunks(bytes, Math.ceil(bytes.length / 5))
  const [first = '', ...rest] = chunks
  expect(chunks.length).toBe(5)
  for (const [index, data_base64] of [...rest.entries()].reverse())
    await api.post(addUploadChunk, { id, chunk_index: index + 1, data_base64 })
  const before = await api.get(getUploadSession, { id })
  expect(before).toMatchObject({ status: 'open', chunks_received: rest.length, missing_chunks: [0], file_url: null })
  await api.post(addUploadChunk, { id, chunk_index: 0, data_base64: Buffer.from('wrong').toString('base64') })
  expect(await api.post(addUploadChunk, { id, chunk_index: 0, data_base64: first })).toEqual({
    chunks_received: chunks.length,
    bytes_received: bytes.length,
    expires_at: made.expires_at,
  })

  const { asset, file_url, bytes: size } = await api.post(finalizeUploadSession, { id })
  expect([asset.sha256, size, asset.name]).toEqual([hashOf(bytes), bytes.length, 'bread.png'])
  expect(asset).toEqual(await api.get(getAsset, { id: asset.id }))
  const served = await fetch(file_url)
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  expect(await api.get(getUploadSession, { id })).toEqual({
    ...before,
    status: 'finalized',
    chunks_received: chunks.length,
    bytes_received: bytes.length,
    missing_chunks: [],
    asset_id: asset.id,
    file_url,
  })
  expect(await chunksOf(id)).toBe(0)
})

test('counts concurrent chunks', async () => {
  const project = await aProject()
  const bytes = Buffer.alloc(40 * 1_000, 7)
  const { session_id: id } = await aSession(project, bytes.length)
  const chunks = inChunks(bytes, 1_000)
  await Promise.all([sendAll(project, id, chunks), sendAll(project, id, chunks)])
  expect(await project.api.get(getUploadSession, { id })).toMatchObject({
    chunks_received: 40,
    bytes_received: bytes.length,
    missing_chunks: [],
  })
})

test('repeated and concurrent finalizes return the same asset', async () => {
  const project = await aProject()
  const id = await aWholeSession(project, await anImage({ width: 200 }))
  const answers = await Promise.all(Array.from({ length: 10 }, () => project.api.post(finalizeUploadSession, { id })))
  const later = await project.api.post(finalizeUploadSession, { id })
  const [asset, ...others] = await assetsOf(project)
  expect(others).toEqual([])
  expect(new Set([...answers, later].map((answer) => answer.asset.id))).toEqual(new Set([asset?.id]))
  expect((await filesOf(project)).filter((path) => path !== asset?.preview_path)).toEqual([asset?.path])
  await project.api.delete(deleteAsset, { id: asset?.id ?? '' })
  expect((await project.api.refused(finalizeUploadSession, { id })).error.code).toBe('gone')
})

test('creates no asset when a chunk changes during finalize', async () => {
  const project = await aProject()
  const id = await aWholeSession(project, await anImage())
  const before = await findSession(database(), project.projectId, id)
  await project.api.post(addUploadChunk, { id, chunk_index: 0, data_base64: 'AAAA' })
  const { asset } = await project.api.post(finalizeUploadSession, {
    id: await aWholeSession(project, await anImage()),
  })
  const finish = (version: number) => transaction(database(), (tx) => finishSession(tx, id, version, asset.id))
  expect(await finish(before?.version ?? -1)).toBe(false)
  expect(await chunksOf(id)).toBe(1)
  const now = await findSession(database(), project.projectId, id)
  expect(await finish(now?.version ?? -1)).toBe(true)
})

describe('finalizing an incomplete upload', () => {
  test('lists missing chunks in the message and in `missing`', async () => {
    const project = await aProject()
    const { session_id: id } = await aSession(project, 10)
    for (const chunk_index of [1, 4]) await project.api.post(addUploadChunk, { id, chunk_index, data_base64: 'AAAA' })
    const { status, error } = await project.api.refused(finalizeUploadSession, { id })
    const gaps = 'Chunks are missing: 0, 2, 3. Send them and finalize again.'
    expect([status, error]).toEqual([
      400,
      {
        code: 'validation_error',
        message: `${gaps} (and 1 more)`,
        issues: [
          { path: '', code: 'missing_chunks', message: gaps },
          {
            path: '',
            code: 'wrong_total',
            message: '6 bytes were received, but 10 were announced. Send the rest and finalize again.',
          },
        ],
        missing: [0, 2, 3],
      },
    ])
    expect((await project.api.get(getUploadSession, { id })).missing_chunks).toEqual([0, 2, 3])
  })

  test('lists at most 1,000 missing chunks', async () => {
    const project = await aProject()
    const { session_id: id } = await aSession(project, 10_485_760)
    await project.api.post(addUploadChunk, { id, chunk_index: 10_485_759, data_base64: 'AA==' })
    const { error } = await project.api.refused(finalizeUploadSession, { id })
    expect((error.missing as number[]).length).toBe(1_000)
    expect(error.issues?.[0]?.message).toMatch(/^Chunks are missing: 0, 1, .*, 19 and 980 more\./)
  })

  test('without chunks the first is missing', async () => {
    const project = await aProject()
    const { session_id: id } = await aSession(project, 10)
    expect((await project.api.refused(finalizeUploadSession, { id })).error.missing).toEqual([0])
  })

  test('too few bytes are refused, and the rest can follow', async () => {
    const project = await aProject()
    const bytes = await anImage()
    const { session_id: id } = await aSession(project, bytes.length)
    const [first, second] = inChunks(bytes, Math.ceil(bytes.length / 2))
    await project.api.post(addUploadChunk, { id, chunk_index: 0, data_base64: first ?? '' })
    const { error } = await project.api.refused(finalizeUploadSession, { id })
    expect([error.issues?.map(({ code }) => code), error.missing]).toEqual([['wrong_total'], undefined])
    await project.api.post(addUploadChunk, { id, chunk_index: 1, data_base64: second ?? '' })
    expect((await project.api.post(finalizeUploadSession, { id })).bytes).toBe(bytes.length)
  })

  test('another type than announced is refused, and nothing is stored', async () => {
    const project = await aProject()
    const jpeg = await sharp(await anImage())
      .jpeg()
      .toBuffer()
    const id = await aWholeSession(project, jpeg, 'image/png')
    const { status, error } = await project.api.refused(finalizeUploadSession, { id })
    expect([status, error.code]).toEqual([415, 'unsupported_media_type'])
    expect(error.message).toMatch(/image\/png .* image\/jpeg/)
    expect([await assetsOf(project), await filesOf(project)]).toEqual([[], []])
    expect((await project.api.get(getUploadSession, { id })).status).toBe('open')
  })
})

describe('an invalid chunk', () => {
  const index = 0
  test.each([
    ['too many bytes', { chunk_index: index, data_base64: Buffer.alloc(262_145).toString('base64') }, 413, null],
    ['index beyond the file', { chunk_index: 1_000_000, data_base64: 'AAAA' }, 400, ['chunk_index', 'out_of_range']],
    ['negative index', { chunk_index: -1, data_base64: 'AAAA' }, 400, ['chunk_index', 'too_small']],
    ['broken index', { chunk_index: 1.5, data_base64: 'AAAA' }, 400, ['chunk_index', 'invalid_type']],
    ['huge index', { chunk_index: 2 ** 40, data_base64: 'AAAA' }, 400, ['chunk_index', 'too_big']],
    ['empty', { chunk_index: index, data_base64: '' }, 400, ['data_base64', 'too_small']],
    ['base64url', { chunk_index: index, data_base64: '-_-_' }, 400, ['data_base64', 'invalid_format']],
    ['no padding', { chunk_index: index, data_base64: 'AAA' }, 400, ['data_base64', 'invalid_format']],
    ['line breaks', { chunk_index: index, data_base64: 'AAAA\nAAAA' }, 400, ['data_base64', 'invalid_format']],
    ['data URL', { chunk_index: index, data_base64: 'data:,AAAA' }, 400, ['data_base64', 'invalid_format']],
  ])('%s', async (_, chunk, status, issue) => {
    const project = await aProject()
    const { session_id: id } = await aSession(project, 1_000_000)
    const refused = await project.api.refused(addUploadChunk, { id, ...chunk })
    const issues = refused.error.issues?.map(({ path, code }) => [path, code])
    expect([refused.status, issues]).toEqual([status, issue ? [issue] : undefined])
    expect((await project.api.get(getUploadSession, { id })).bytes_received).toBe(0)
  })

  test('accepts 262,144 bytes', async () => {
    const project = await aProject()
    const { session_id: id } = await aSession(project, 262_144)
    const data_base64 = Buffer.alloc(262_144).toString('base64')
    const sums = await project.api.post(addUploadChunk, { id, chunk_index: 0, data_base64 })
    expect(sums.bytes_received).toBe(262_144)
  })

  test('too many bytes: refused with both numbers, earlier chunks stay', async () => {
    const project = await aProject()
    const { session_id: id } = await aSession(project, 5)
    await project.api.post(addUploadChunk, { id, chunk_index: 0, data_base64: 'AAAA' })
    const { status, error } = await project.api.refused(addUploadChunk, { id, chunk_index: 1, data_base64: 'AAAA' })
    expect([status, error.issues]).toEqual([
      400,
      [
        {
          path: 'data_base64',
          code: 'too_many_bytes',
          message:
            'brings the upload to 6 bytes, but 5 were announced. Send the announced bytes, or start a new session.',
        },
      ],
    ])
    expect(await project.api.get(getUploadSession, { id })).toMatchObject({ chunks_received: 1, bytes_received: 3 })
  })
})

describe('an ended session', () => {
  const trying = async (project: TestProject, id: string) => {
    const chunk = await project.api.refused(addUploadChunk, { id, chunk_index: 0, data_base64: 'AAAA' })
    const finalized = await project.api.refused(finalizeUploadSession, { id })
    return [
      [chunk.status, chunk.error],
      [finalized.status, finalized.error],
    ]
  }

  test('aborted: its chunks are deleted, and a second abort changes nothing', async () => {
    const project = await aProject()
    const id = await aWholeSession(project, await anImage())
    const aborted = await project.api.delete(abortUploadSession, { id })
    expect([aborted.status, aborted.chunks_received, await chunksOf(id)]).toEqual(['aborted', 0, 0])
    expect(await project.api.delete(abortUploadSession, { id })).toEqual(aborted)
    expect(await trying(project, id)).toEqual([gone('was aborted'), gone('was aborted')])
  })

  test('expired', async () => {
    const project = await aProject()
    const id = await aWholeSession(project, await anImage())
    await expire(id)
    expect(await trying(project, id)).toEqual([gone('has expired'), gone('has expired')])
    expect((await project.api.get(getUploadSession, { id })).status).toBe('expired')
    const { status, error } = await project.api.refused(abortUploadSession, { id })
    expect([status, error]).toEqual(gone('has expired'))
  })

  test('finalized: refuses chunks and abort', async () => {
    const project = await aProject()
    const id = await aWholeSession(project, await anImage())
    await project.api.post(finalizeUploadSession, { id })
    const chunk = await project.api.refused(addUploadChunk, { id, chunk_index: 0, data_base64: 'AAAA' })
    const aborted = await project.api.refused(abortUploadSession, { id })
    expect([chunk.status, aborted.status]).toEqual([410, 410])
  })
})

test.each([
  [{ total_size_bytes: 10_485_761 }, 'total_size_bytes'],
  [{ total_size_bytes: 0 }, 'total_size_bytes'],
  [{ mime_type: 'image/tiff' }, 'mime_type'],
  [{ filename: '' }, 'filename'],
])('a session of %j is refused', async (wrong, path) => {
  const { api } = await aProject()
  const right = { filename: 'a.png', mime_type: 'image/png', total_size_bytes: 10_485_760 }
  expect((await api.send(createUploadSession, right)).status).toBe(201)
  const { status, error } = await api.refused(createUploadSession, { ...right, ...wrong })
  expect([status, error.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
})
