import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aFault, anImage, aSandbox, control, type Reply, type TestClock, x } from './support'

const video = (name: 'upright' | 'wide') => readFile(join(__dirname, `../../../sandbox/samples/${name}.mp4`))
const chunk = (bytes: Buffer, segment: number | string) => {
  const form = new FormData()
  form.set('segment_index', String(segment))
  form.set('media', new Blob([new Uint8Array(bytes)]), 'piece')
  return form
}

async function aClient(clock?: TestClock) {
  const sandbox = await aSandbox(clock ? { clock } : {})
  const account = sandbox.openAccount({ network: 'x' })
  const signing = () => (clock ? { timestamp: Math.floor(clock.ms / 1000) } : undefined)
  const call = (method: string, path: string, body?: unknown): Promise<Reply> =>
    x(sandbox, account, method, path, body, signing())
  const start = async (bytes: Buffer, media_type = 'video/mp4', media_category = 'tweet_video'): Promise<string> => {
    const json = { media_type, media_category, total_bytes: bytes.length }
    return (await call('POST', '/2/media/upload/initialize', json)).body.data.id
  }
  const append = (id: string, bytes: Buffer, segment: number | string = 0) =>
    call('POST', `/2/media/upload/${id}/append`, chunk(bytes, segment))
  const finalize = (id: string) => call('POST', `/2/media/upload/${id}/finalize`)
  const status = (id: string) => call('GET', `/2/media/upload?command=STATUS&media_id=${id}`)
  const upload = async (bytes: Buffer, mediaType?: string, category?: string) => {
    const id = await start(bytes, mediaType, category)
    await append(id, bytes)
    await finalize(id)
    return { id, info: (await status(id)).body.data.processing_info }
  }
  const post = (...ids: string[]) => call('POST', '/2/tweets', { text: `With ${ids}`, media: { media_ids: ids } })
  return { sandbox, account, call, start, append, finalize, status, upload, post }
}

const errorOf = ({ status, body }: Reply) => [status, body.errors?.[0]?.message ?? body.detail]

test('uploads a video in chunks, polls and posts it', async () => {
  const { sandbox, call, start, append, finalize, status, post } = await aClient()
  await control(sandbox, 'POST', '/settings', { network: 'x', polls_until_finished: 2 })
  const bytes = await video('wide')
  const id = await start(bytes)
  expect((await append(id, bytes.subarray(0, 100_000))).body.data.expires_at).toBeGreaterThan(Date.now() / 1000)
  expect((await append(id, bytes.subarray(100_000), 1)).status).toBe(200)
  expect((await finalize(id)).body.data).toEqual({
    id,
    media_key: `13_${id}`,
    size: bytes.length,
    expires_after_secs: 86_400,
    processing_info: { state: 'pending', check_after_secs: 1 },
  })
  expect(errorOf(await post(id))).toEqual([400, 'Your media IDs are invalid.'])
  const states: unknown[] = []
  for (let poll = 0; poll < 3; poll++) states.push((await status(id)).body.data.processing_info)
  expect(states).toMatchObject([
    { state: 'in_progress', progress_percent: 33, check_after_secs: 1 },
    { state: 'in_progress', progress_percent: 66 },
    { state: 'succeeded', progress_percent: 100 },
  ])
  expect((await post(id)).status).toBe(201)
  const query = 'tweet.fields=attachments&expansions=attachments.media_keys&media.fields=type'
  const posted = sandbox.posts()[0]!
  expect((await call('GET', `/2/tweets?ids=${posted.id}&${query}`)).body.includes.media).toEqual([
    { media_key: `13_${id}`, type: 'video' },
  ])
  const served = await fetch(posted.media[0]!.url)
  expect(served.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
})

test('refuses chunks that are out of order, duplicate, too large, too many or missing', async () => {
  const { sandbox, start, append, finalize } = await aClient()
  const bytes = await video('upright')
  const id = await start(bytes)
  const half = bytes.length >> 1
  expect((await append(id, bytes.subarray(half), 1)).status).toBe(400)
  expect((await append(id, bytes.subarray(0, half))).status).toBe(200)
  expect((await append(id, bytes.subarray(0, half))).status).toBe(400)
  expect((await append(id, bytes, 1)).status).toBe(400)
  expect((await append(id, bytes, 'one')).status).toBe(400)
  expect(errorOf(await finalize(id))).toEqual([400, 'Segments do not add up to provided total file size.'])
  await control(sandbox, 'POST', '/settings', { network: 'x', chunk_bytes_max: 1_000 })
  expect((await append(id, bytes.subarray(half), 1)).status).toBe(413)
  await control(sandbox, 'POST', '/settings', { network: 'x', chunk_bytes_max: null })
  expect((await append(id, bytes.subarray(half), 1)).status).toBe(200)
  expect((await finalize(id)).status).toBe(200)
  expect((await finalize(id)).status).toBe(400)
})

test.each([
  ['a video of a type that X does not know', { media_type: 'video/webm' }],
  ['more than 512 MB', { total_bytes: 512 * 1024 * 1024 + 1 }],
  ['an unknown category', { media_category: 'tweet_song' }],
  ['an unknown field', { colour: 'red' }],
])('%s is refused at initialization', async (_, change) => {
  const { call } = await aClient()
  const json = { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: 10, ...change }
  expect((await call('POST', '/2/media/upload/initialize', json)).status).toBe(400)
})

/** The same video with another duration in its index. */
async function withDuration(seconds: number): Promise<Buffer> {
  const bytes = Buffer.from(await video('wide'))
  for (let at = bytes.indexOf('mdhd'); at >= 0; at = bytes.indexOf('mdhd', at + 1))
    bytes.writeUInt32BE(bytes.readUInt32BE(at + 16) * seconds, at + 20)
  return bytes
}

/** The same video with another width in its index. */
async function withWidth(width: number): Promise<Buffer> {
  const bytes = Buffer.from(await video('wide'))
  bytes.writeUInt16BE(width, bytes.lastIndexOf('avc1') + 28)
  return bytes
}

test.each([
  ['an invalid file', async () => Buffer.from('no video at all'), 'Unsupported media format'],
  ['a truncated video', async () => (await video('wide')).subarray(0, -100), 'Unsupported media format'],
  ['a video of 150 seconds', () => withDuration(150), 'Duration must be between 0.5 and 140 seconds, but is 150.0'],
  ['a video of 0.3 seconds', () => withDuration(1 / 3), 'Duration must be between 0.5 and 140 seconds, but is 0.3'],
  ['a width of 4096', () => withWidth(4096), 'Invalid frame size 4096x720'],
])('%s fails in processing', async (_, make, message) => {
  const { upload, post } = await aClient()
  const { id, info } = await upload(await make())
  expect(info).toEqual({ state: 'failed', error: { code: 1, name: 'InvalidMedia', message } })
  expect((await post(id)).status).toBe(400)
})

test('a GIF is checked, posted alone and takes alt text', async () => {
  const { sandbox, call, upload, post } = await aClient()
  const gif = (width: number) =>
    sharp({ create: { width, height: 20, channels: 3, background: '#c63' } })
      .gif()
      .toBuffer()
  const good = await upload(await gif(40), 'image/gif', 'tweet_gif')
  expect(good.info.state).toBe('succeeded')
  expect((await upload(await gif(1_300), 'image/gif', 'tweet_gif')).info.state).toBe('failed')
  expect((await upload(await anImage(40, 20), 'image/gif', 'tweet_gif')).info.state).toBe('failed')
  const form = new FormData()
  form.set('media', new Blob([new Uint8Array(await anImage(40, 20))]), 'a.jpg')
  form.set('media_category', 'tweet_image')
  const image = (await call('POST', '/2/media/upload', form)).body.data.id
  await call('POST', '/2/media/metadata', { id: good.id, metadata: { alt_text: { text: 'a wave' } } })
  expect((await post(good.id, image)).status).toBe(400)
  expect((await post(good.id)).status).toBe(201)
  expect(sandbox.posts()[0]?.media).toMatchObject([{ alt_text: 'a wave' }])
})

test('media expire after a day; faults make them fail or expire', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { sandbox, start, upload, append, finalize, status, post } = await aClient(clock)
  const bytes = await video('upright')
  await aFault(sandbox, { network: 'x', call: 'finalize', fault: 'container_error', reason: 'Bad codec', times: 1 })
  expect((await upload(bytes)).info.error.message).toBe('Bad codec')
  await aFault(sandbox, { network: 'x', call: 'finalize', fault: 'container_expired', times: 1 })
  const expired = await start(bytes)
  await append(expired, bytes)
  await finalize(expired)
  expect((await status(expired)).status).toBe(400)
  const kept = await upload(bytes)
  clock.ms += 86_400_000
  expect(errorOf(await post(kept.id))).toEqual([400, 'Your media IDs are invalid.'])
})

test('an account may reply to itself if the setting allows it, and not to others', async () => {
  const { sandbox, call } = await aClient()
  const other = sandbox.openAccount({ network: 'x' })
  const reply = (to: string) => call('POST', '/2/tweets', { text: `re ${to}`, reply: { in_reply_to_tweet_id: to } })
  const own = (await call('POST', '/2/tweets', { text: 'mine' })).body.data.id
  const theirs = (await x(sandbox, other, 'POST', '/2/tweets', { text: 'Hello, setup' })).body.data.id
  expect((await reply(own)).status).toBe(201)
  expect((await reply(theirs)).body).toMatchObject({ status: 403, errors: [{ code: 433 }] })
  await control(sandbox, 'POST', '/settings', { network: 'x', own_replies: false })
  expect((await reply(own)).status).toBe(403)
})

test('counts the app’s posts in 24 hours and in 15 minutes', async () => {
  const { sandbox, call } = await aClient()
  await control(sandbox, 'POST', '/settings', { network: 'x', posts_per_day: 1 })
  const first = await call('POST', '/2/tweets', { text: 'one' })
  expect([first.status, first.headers.get('x-app-limit-24hour-remaining')]).toEqual([201, '0'])
  const second = await call('POST', '/2/tweets', { text: 'two' })
  expect([second.status, second.headers.get('x-rate-limit-remaining')]).toEqual([429, '98'])
  expect(Number(second.headers.get('x-app-limit-24hour-reset'))).toBeGreaterThan(Date.now() / 1000 + 86_000)
  await control(sandbox, 'POST', '/settings', { network: 'x', daily_headers: false })
  expect((await call('POST', '/2/tweets', { text: 'three' })).headers.get('x-app-limit-24hour-reset')).toBeNull()
})
