import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { cleanUpMedia } from '@/lib/media/clean-up'
import {
  abortResumableUpload,
  completeResumableUpload,
  createResumableUpload,
  getResumableUpload,
  resumeResumableUpload,
} from '@/lib/media/resumable/contract'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { type Server, startServer } from '@/tests/support/servers/product'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/servers/supabase-storage'
import { hashOf } from '../media/files'
import { aVideo, aVideoWithLocation } from './resumable-files'
import { assetsOf } from './uploads'

type Sent = { status: number; headers: Headers; error: { code: string; message: string } | null }

/** A tus request. */
async function tus(
  { api, token }: Pick<TestProject, 'api' | 'token'>,
  method: string,
  url: string,
  headers: Record<string, string> = {},
  bytes?: Uint8Array | ReadableStream,
): Promise<Sent> {
  const response = await fetch(new URL(url, api.baseUrl), {
    method,
    headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(bytes ? { body: bytes as BodyInit, duplex: 'half' } : {}),
  } as RequestInit)
  const text = await response.text()
  return { status: response.status, headers: response.headers, error: text ? JSON.parse(text).error : null }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

async function aTusUpload(project: TestProject, bytes: number): Promise<string> {
  const sent = await tus(project, 'POST', '/api/v1/media/tus', {
    'upload-length': String(bytes),
    'upload-metadata': `filename ${base64('Loaf.mp4')},filetype ${base64('video/mp4')},project_id ${base64(project.projectId)}`,
  })
  expect(sent.status).toBe(201)
  return new URL(sent.headers.get('location') ?? '').pathname
}

const write = (
  project: Pick<TestProject, 'api' | 'token'>,
  url: string,
  offset: number,
  bytes: Uint8Array | ReadableStream,
) =>
  tus(
    project,
    'PATCH',
    url,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
  )

const offsetOf = async (project: Pick<TestProject, 'api' | 'token'>, url: string): Promise<number> =>
  Number((await tus(project, 'HEAD', url)).headers.get('upload-offset'))

/** Sends some bytes and then nothing, until `end` is called. */
function slowBody(bytes: Uint8Array) {
  let end = (): void => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      end = () => controller.close()
    },
  })
  return { stream, end: () => end() }
}

test('a video arrives in chunks and becomes one asset', async () => {
  const project = await aProject()
  const video = aVideo()
  const options = await tus(project, 'OPTIONS', '/api/v1/media/tus')
  expect([options.status, options.headers.get('tus-extension'), options.headers.get('tus-max-size')]).toEqual([
    204,
    'creation,termination,expiration',
    '1073741824',
  ])
  const url = await aTusUpload(project, video.length)
  const first = await write(project, url, 0, video.subarray(0, 100_000))
  expect([first.status, first.headers.get('upload-offset'), first.headers.get('tus-resumable')]).toEqual([
    204,
    '100000',
    '1.0.0',
  ])
  expect(Date.parse(first.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)

  const wrong = await write(project, url, 50_000, video.subarray(50_000))
  expect([wrong.status, wrong.error]).toEqual([
    409,
    {
      code: 'conflict',
      message:
        'Upload-Offset is 50000, but the upload has 100000 bytes. Send HEAD and continue from its Upload-Offset.',
    },
  ])
  const id = url.split('/').at(-1) ?? ''
  const early = await project.api.refused(completeResumableUpload, { id })
  expect(early.error).toEqual({
    code: 'conflict',
    message: 'The upload has 100000 of 300000 bytes. Send the rest, then complete it.',
  })
  expect(await project.api.get(getResumableUpload, { id })).toMatchObject({ status: 'open', bytes_received: 100_000 })

  const last = await write(project, url, 100_000, video.subarray(100_000))
  expect(last.status).toBe(204)
  const { asset } = await project.api.post(completeResumableUpload, { id })
  expect(asset).toMatchObject({
    id: last.headers.get('storycast-asset-id'),
    name: 'Loaf.mp4',
    mime_type: 'video/mp4',
    file_size: video.length,
    sha256: hashOf(video),
  })
  expect(Buffer.from(await (await fetch(asset.file_url)).arrayBuffer()).equals(video)).toBe(true)
  expect(existsSync(resolve(env().DATA_DIR, 'media-uploads', id))).toBe(false)

  // The same bytes again are the same asset.
  const again = await aTusUpload(project, video.length)
  const repeated = await write(project, again, 0, video)
  expect(repeated.headers.get('storycast-asset-id')).toBe(asset.id)
  expect(await assetsOf(project)).toHaveLength(1)
  const ended = await write(project, again, 0, video)
  expect([ended.status, ended.error?.code]).toEqual([410, 'gone'])
})

test('of two requests at once one is refused, and a lost connection keeps what arrived', async () => {
  const project = await aProject()
  const video = aVideo()
  const url = await aTusUpload(project, video.length)
  const controller = new AbortController()
  const slow = slowBody(video.subarray(0, 200_000))
  const running = fetch(new URL(url, project.api.baseUrl), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${project.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: slow.stream,
    duplex: 'half',
    signal: controller.signal,
  } as RequestInit).catch(() => null)
  const id = url.split('/').at(-1) ?? ''
  await expect
    .poll(async () => {
      const { rows } = await sql`select from resumable_uploads where id = ${id} and holder is not null`.execute(
        database(),
      )
      return rows.length
    })
    .toBe(1)
  const second = await write(project, url, 0, video)
  expect([second.status, second.error]).toEqual([
    409,
    {
      code: 'conflict',
      message: 'Another request is sending bytes to this upload. Try again in a few seconds.',
    },
  ])
  controller.abort()
  await running
  await expect.poll(() => offsetOf(project, url)).toBe(200_000)
  await expect.poll(async () => (await write(project, url, 200_000, video.subarray(200_000))).status).toBe(204)
})

test('requests that cannot work say why', async () => {
  const project = await aProject()
  const stranger = await aProject()
  const url = await aTusUpload(project, 1_000)
  const chunk = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  for (const method of ['HEAD', 'PATCH', 'DELETE'])
    expect((await tus(stranger, method, url, method === 'PATCH' ? chunk : {})).status, method).toBe(404)
  const create = { 'upload-length': '5', 'upload-metadata': `project_id ${base64(stranger.projectId)}` }
  expect((await tus(project, 'POST', '/api/v1/media/tus', create)).status).toBe(404)

  const old = await tus(project, 'HEAD', url, { 'tus-resumable': '0.2.2' })
  expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0'])
  const typed = await tus(
    project,
    'PATCH',
    url,
    { 'upload-offset': '0', 'content-type': 'video/mp4' },
    Buffer.from('x'),
  )
  expect([typed.status, typed.error?.message]).toEqual([415, 'Send content-type: application/offset+octet-stream.'])
  const long = await write(project, url, 0, Buffer.alloc(1_001))
  expect([long.status, long.error?.message]).toEqual([
    413,
    'The upload was announced with 1000 bytes. Send no more, or start a new upload with its real size.',
  ])
  const image = await tus(project, 'POST', '/api/v1/media/tus', {
    'upload-length': '5',
    'upload-metadata': `project_id ${base64(project.projectId)},filetype ${base64('image/png')}`,
  })
  expect([image.status, image.error?.message]).toEqual([
    400,
    'Upload-Metadata.filetype must be video/mp4. Upload other files with POST /api/v1/media.',
  ])
  const huge = await tus(project, 'POST', '/api/v1/media/tus', {
    'upload-length': '2147483648',
    'upload-metadata': `project_id ${base64(project.projectId)}`,
  })
  expect([huge.status, huge.headers.get('tus-max-size'), huge.error]).toEqual([
    413,
    '1073741824',
    {
      code: 'payload_too_large',
      message: 'The video has 2 GB, and the limit is 1 GB. Shorten or compress it.',
    },
  ])
  const overridden = await tus(project, 'POST', url, { 'x-http-method-override': 'DELETE' })
  expect(overridden.status).toBe(204)
  expect((await tus(project, 'HEAD', url)).status).toBe(410)
})

test('a file that is no video is refused for good, and its bytes are deleted', async () => {
  const project = await aProject()
  const input = { filename: 'x.mp4', mime_type: 'video/mp4', total_size_bytes: 20 } as const
  const { upload, transfer, max_bytes } = await project.api.post(createResumableUpload, input)
  expect([transfer.endpoint, transfer.chunk_bytes, max_bytes]).toEqual([null, 4_194_304, 1_073_741_824])
  expect((await project.api.post(resumeResumableUpload, { id: upload.id })).transfer).toEqual(transfer)
  const sent = await write(project, transfer.upload_url ?? '', 0, Buffer.from('twenty bytes of text'))
  expect([sent.status, sent.error?.code]).toEqual([415, 'unsupported_media_type'])
  expect((await project.api.refused(completeResumableUpload, { id: upload.id })).error).toEqual(sent.error)
  expect(await project.api.get(getResumableUpload, { id: upload.id })).toMatchObject({
    status: 'failed',
    problem: sent.error,
  })
  expect(existsSync(resolve(env().DATA_DIR, 'media-uploads', upload.id))).toBe(false)
  expect((await project.api.refused(resumeResumableUpload, { id: upload.id })).error.message).toBe(
    'This upload was refused. Start a new one with another file.',
  )
})

test('an expired upload is gone, and the clean-up deletes its bytes; aborting deletes them at once', async () => {
  const project = await aProject()
  const urls = [await aTusUpload(project, 1_000), await aTusUpload(project, 1_000), await aTusUpload(project, 1_000)]
  const [open = '', expired = '', aborted = ''] = urls.map((url) => url.split('/').at(-1) ?? '')
  for (const url of urls) await write(project, url, 0, Buffer.alloc(500))
  const fileOf = (id: string) => resolve(env().DATA_DIR, 'media-uploads', id)
  expect((await project.api.delete(abortResumableUpload, { id: aborted })).status).toBe('aborted')
  expect(existsSync(fileOf(aborted))).toBe(false)
  await sql`update resumable_uploads set expires_at = now() - interval '1 hour' where id = ${expired}`.execute(
    database(),
  )
  const dayAgo = new Date(Date.now() - 86_400_000)
  for (const id of [open, expired]) await utimes(fileOf(id), dayAgo, dayAgo)
  expect((await project.api.refused(abortResumableUpload, { id: expired })).error.message).toBe(
    'This upload has expired. Start a new one.',
  )
  await cleanUpMedia(database())
  expect([existsSync(fileOf(open)), existsSync(fileOf(expired))]).toEqual([true, false])
})

test('open uploads count towards the storage limit', async () => {
  const project = await aProject()
  const input = { filename: 'x.mp4', mime_type: 'video/mp4', total_size_bytes: 1_073_741_824 } as const
  for (let count = 0; count < 20; count++) await project.api.post(createResumableUpload, input)
  const refused = await project.api.refused(createResumableUpload, { ...input, total_size_bytes: 1_024 })
  expect(refused.status).toBe(413)
})

describe('on a server of its own', () => {
  let server: Server
  afterAll(() => server?.stop())

  test('an upload continues after the server was killed', async () => {
    const project = await aProject()
    const video = aVideo(24_000_000)
    server = await startServer(inject('productEnv'))
    const there = { token: project.token, api: new Api(server.url, project.token) }
    const url = await aTusUpload({ ...project, ...there }, video.length)
    const slow = slowBody(video.subarray(0, 20_000_000))
    const killed = write(there, url, 0, slow.stream).catch(() => null)
    await expect.poll(() => offsetOf(there, url), { timeout: 20_000 }).toBeGreaterThanOrEqual(16_000_000)
    server.child.kill('SIGKILL')
    await killed
    server = await startServer(inject('productEnv'))
    there.api = new Api(server.url, project.token)
    const offset = await offsetOf(there, url)
    expect(offset).toBeGreaterThanOrEqual(16_000_000)
    await expect
      .poll(async () => (await write(there, url, offset, video.subarray(offset))).status, { timeout: 20_000 })
      .toBe(204)
    const [asset] = await assetsOf(project)
    expect(asset?.sha256).toBe(hashOf(video))
  })
})

describe('with Supabase Storage', () => {
  let supabase: SupabaseStandIn
  let server: Server
  let there: TestProject
  beforeAll(async () => {
    supabase = await startSupabase()
    server = await startServer({
      ...inject('productEnv'),
      SUPABASE_URL: supabase.url,
      SUPABASE_SERVICE_ROLE_KEY: supabase.key,
    })
    const project = await aProject()
    there = { ...project, api: new Api(server.url, project.token) }
  })
  afterAll(async () => {
    await server?.stop()
    supabase?.stop()
  })

  /** Sends a file like a tus client, in two parts. */
  async function send(video: Buffer): Promise<string> {
    const input = { filename: 'Loaf.mp4', mime_type: 'video/mp4', total_size_bytes: video.length } as const
    const { upload, transfer } = await there.api.post(createResumableUpload, input)
    expect([transfer.upload_url, transfer.chunk_bytes]).toEqual([null, 6_291_456])
    const tusHeaders = { 'tus-resumable': '1.0.0', ...transfer.headers }
    const metadata = Object.entries(transfer.metadata).map(([name, value]) => `${name} ${base64(value)}`)
    const made = await fetch(transfer.endpoint ?? '', {
      method: 'POST',
      headers: { ...tusHeaders, 'upload-length': String(video.length), 'upload-metadata': metadata.join(',') },
    })
    expect(made.status).toBe(201)
    const location = made.headers.get('location') ?? ''
    for (const [from, to] of [
      [0, 50_000],
      [50_000, video.length],
    ] as const) {
      const patched = await fetch(location, {
        method: 'PATCH',
        headers: { ...tusHeaders, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(video.subarray(from, to)),
      })
      expect(patched.status).toBe(204)
      if (from === 0) {
        const early = await there.api.refused(completeResumableUpload, { id: upload.id })
        expect(early.error.code).toBe('conflict')
      }
    }
    return upload.id
  }

  test('the bytes go straight to the storage, which moves the checked file', async () => {
    const video = aVideo()
    const id = await send(video)
    const { asset, file_url } = await there.api.post(completeResumableUpload, { id })
    expect(asset).toMatchObject({ mime_type: 'video/mp4', file_size: video.length, sha256: hashOf(video) })
    expect(file_url.startsWith(`${supabase.url}/storage/v1/object/public/media/`)).toBe(true)
    expect([...supabase.objects.keys()].filter((name) => name.startsWith('media-large/'))).toEqual([])
    expect((await there.api.post(completeResumableUpload, { id })).asset.id).toBe(asset.id)
    const own = await tus(there, 'POST', '/api/v1/media/tus', {
      'upload-length': '5',
      'upload-metadata': `project_id ${base64(there.projectId)}`,
    })
    expect(own.error?.message).toBe(
      'Files are uploaded straight to the storage here. Start with POST /api/v1/media/resumable-uploads.',
    )
  })

  test('a location is removed, and a file that is no video is refused', async () => {
    const video = aVideoWithLocation()
    const { asset, file_url } = await there.api.post(completeResumableUpload, { id: await send(video) })
    const served = Buffer.from(await (await fetch(file_url)).arrayBuffer())
    expect([served.length, hashOf(served), served.includes('+52.5200')]).toEqual([video.length, asset.sha256, false])
    const id = await send(Buffer.alloc(90_000, 'text'))
    expect((await there.api.refused(completeResumableUpload, { id })).error.code).toBe('unsupported_media_type')
    expect([...supabase.objects.keys()].filter((name) => name.startsWith('media-large/'))).toEqual([])
  })
})
