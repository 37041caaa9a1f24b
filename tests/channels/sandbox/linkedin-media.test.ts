import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  aFault,
  anImage,
  aSandbox,
  control,
  json,
  linkedInHeaders,
  linkedInPost,
  request,
  type TestClock,
} from './support'

const sampleVideo = (name: 'upright' | 'wide' = 'upright') =>
  readFile(join(__dirname, `../../../sandbox/samples/${name}.mp4`))

type Instruction = { uploadUrl: string; firstByte: number; lastByte: number }
type Started = { video: string; uploadToken: string; uploadInstructions: Instruction[] }

async function aClient(options: { clock?: TestClock; author?: string } = {}) {
  const sandbox = await aSandbox(options.clock ? { clock: options.clock } : {})
  const account = sandbox.openAccount({ network: 'linkedin', ...(options.author && { account_id: options.author }) })
  const headers = linkedInHeaders(account)
  const call = (path: string, body: unknown) => request(`${sandbox.url}/linkedin${path}`, json(body, headers))
  const initialize = (size: number, change: object = {}) => {
    const wanted = { owner: account.account_id, fileSizeBytes: size, uploadCaptions: false, uploadThumbnail: false }
    return call('/rest/videos?action=initializeUpload', { initializeUploadRequest: { ...wanted, ...change } })
  }
  const put = (url: string, bytes: Buffer, more: Record<string, string> = {}) =>
    request(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', ...more },
      body: new Uint8Array(bytes),
    })
  const start = async (bytes: Buffer): Promise<Started & { tags: string[] }> => {
    const value: Started = (await initialize(bytes.length)).body.value
    const tags: string[] = []
    for (const { uploadUrl, firstByte, lastByte } of value.uploadInstructions) {
      const { headers: answered } = await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1))
      tags.push((answered.get('etag') ?? '').replaceAll('"', ''))
    }
    return { ...value, tags }
  }
  const finalize = ({ video, uploadToken, tags }: Started & { tags: string[] }, change: object = {}) =>
    call('/rest/videos?action=finalizeUpload', {
      finalizeUploadRequest: { video, uploadToken, uploadedPartIds: tags, ...change },
    })
  const status = (urn: string) => request(`${sandbox.url}/linkedin/rest/videos/${encodeURIComponent(urn)}`, { headers })
  const post = (id: string) =>
    call('/rest/posts', linkedInPost(account.account_id, 'High tide', { content: { media: { id, title: 'Tide' } } }))
  return { sandbox, account, headers, call, initialize, put, start, finalize, status, post }
}

test('uploads a video in parts of 4 MB, polls and posts it', async () => {
  const { sandbox, start, finalize, status, post } = await aClient()
  await control(sandbox, 'POST', '/settings', { network: 'linkedin', polls_until_finished: 1 })
  // A `free` box makes the video larger than one part.
  const free = Buffer.alloc(5_000_000)
  free.writeUInt32BE(free.length)
  free.write('free', 4, 'latin1')
  const bytes = Buffer.concat([await sampleVideo(), free])
  const started = await start(bytes)
  expect(started.uploadInstructions.map(({ firstByte, lastByte }) => [firstByte, lastByte])).toEqual([
    [0, 4_194_303],
    [4_194_304, bytes.length - 1],
  ])
  expect((await status(started.video)).body).toMatchObject({ id: started.video, status: 'WAITING_UPLOAD' })
  expect((await finalize(started)).status).toBe(200)
  expect((await status(started.video)).body.status).toBe('PROCESSING')
  expect((await status(started.video)).body.status).toBe('AVAILABLE')
  const made = await post(started.video)
  expect([made.status, made.text, made.headers.get('x-restli-id')]).toEqual([
    201,
    '',
    expect.stringMatching(/^urn:li:ugcPost:\d+$/),
  ])
  const served = await fetch(sandbox.posts()[0]!.media[0]!.url)
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
})

test('refuses missing and short parts, wrong order and a token', async () => {
  const { initialize, put, start, finalize, headers, post } = await aClient()
  const bytes = await sampleVideo()
  const { uploadInstructions, video } = (await initialize(bytes.length)).body.value as Started
  const [{ uploadUrl }] = uploadInstructions as [Instruction]
  expect((await put(uploadUrl, bytes.subarray(1))).status).toBe(422)
  expect((await put(uploadUrl, bytes, { authorization: headers.authorization! })).status).toBe(400)
  expect((await put(uploadUrl.replace(/0$/, '7'), bytes)).status).toBe(404)
  expect((await post(video)).body.code).toBe('MEDIA_ASSET_WAITING_UPLOAD')
  const started = await start(bytes)
  expect((await finalize(started, { uploadedPartIds: ['another'] })).body.code).toBe('UPDATING_ASSET_FAILED')
  expect((await finalize(started, { uploadToken: '' })).body.code).toBe('UPDATING_ASSET_FAILED')
  expect((await finalize(started, { video: 'urn:li:video:none' })).body.code).toBe('INVALID_VIDEO_ID')
  expect((await initialize(500 * 1024 * 1024 + 1)).body.code).toBe('INVALID_VALUE_FOR_FIELD')
  expect((await initialize(10, { owner: 'urn:li:person:other' })).body.code).toBe('ACCESS_DENIED')
})

test.each([
  ['an invalid file', async () => Buffer.alloc(80_000, 'x'), 'The file is not an MP4 video'],
  [
    'a video of two seconds',
    async () => {
      const bytes = Buffer.from(await sampleVideo())
      for (let at = bytes.indexOf('mdhd'); at >= 0; at = bytes.indexOf('mdhd', at + 1))
        bytes.writeUInt32BE(bytes.readUInt32BE(at + 16) * 2, at + 20)
      return bytes
    },
    'The video must be 3 to 1800 seconds long, but is 2.0',
  ],
])('%s fails in processing', async (_, make, processingFailureReason) => {
  const { start, finalize, status, post } = await aClient()
  const started = await start(await make())
  expect((await finalize(started)).status).toBe(200)
  expect((await status(started.video)).body).toMatchObject({ status: 'PROCESSING_FAILED', processingFailureReason })
  expect((await post(started.video)).body.code).toBe('MEDIA_ASSET_PROCESSING_FAILED')
})

test('uploads expire after a day, and faults make a video fail', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { sandbox, start, finalize, status, put } = await aClient({ clock })
  const bytes = await sampleVideo()
  const late = await start(bytes)
  clock.ms += 86_400_001
  expect((await put(late.uploadInstructions[0]!.uploadUrl, bytes)).body.code).toBe('EXPIRED_UPLOAD_URL')
  expect((await finalize(late)).body.code).toBe('EXPIRED_UPLOAD_URL')
  await aFault(sandbox, {
    network: 'linkedin',
    call: 'finalize',
    fault: 'container_error',
    reason: 'Bad codec',
    times: 1,
  })
  const broken = await start(bytes)
  await finalize(broken)
  expect((await status(broken.video)).body.processingFailureReason).toBe('Bad codec')
})

test('without the read permission, posting tells when the video is ready', async () => {
  const { sandbox, start, finalize, status, post } = await aClient()
  await control(sandbox, 'POST', '/settings', { network: 'linkedin', polls_until_finished: 1, reads_own_videos: false })
  const started = await start(await sampleVideo())
  await finalize(started)
  expect((await status(started.video)).status).toBe(403)
  expect((await post(started.video)).body.code).toBe('MEDIA_ASSET_WAITING_UPLOAD')
  expect((await post(started.video)).status).toBe(201)
})

test('an organization posts images', async () => {
  const author = 'urn:li:organization:5515715'
  const { sandbox, call, headers, put, post } = await aClient({ author })
  const { image, uploadUrl } = (
    await call('/rest/images?action=initializeUpload', { initializeUploadRequest: { owner: author } })
  ).body.value
  expect((await put(uploadUrl, await anImage(60, 60), headers)).status).toBe(201)
  expect((await post(image)).status).toBe(201)
  expect(sandbox.posts('linkedin', author)).toHaveLength(1)
})

test('reports a new token as revoked if the setting says so', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { sandbox, status } = await aClient({ clock })
  await control(sandbox, 'POST', '/settings', { network: 'linkedin', fresh_token_ms: 5_000 })
  expect((await status('urn:li:video:none')).body).toMatchObject({ status: 401, serviceErrorCode: 65601 })
  clock.ms += 5_000
  expect((await status('urn:li:video:none')).status).toBe(404)
})
