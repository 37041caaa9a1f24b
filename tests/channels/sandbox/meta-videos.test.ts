import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aSandbox, json, type Reply, request, type TestClock } from './support'

/** Videos at Meta’s networks: errors at once, and errors after the video is fetched. */
type Network = 'instagram' | 'facebook' | 'threads'

async function aClient(network: Network, clock?: TestClock) {
  const sandbox = await aSandbox(clock ? { clock } : {})
  const account = sandbox.openAccount({ network })
  const token = account.credentials.access_token
  const base = `${sandbox.url}/${network}/${network === 'threads' ? 'v1.0' : 'v25.0'}`
  const headers = { authorization: `Bearer ${token}` }
  const get = (path: string) => request(`${base}${path}`, { headers })
  return {
    sandbox,
    account,
    token,
    get,
    post: (path: string, body: unknown) => request(`${base}/${account.account_id}${path}`, json(body, headers)),
    sample: (file: string) => `${sandbox.url}/samples/${file}`,
    /** The final state of a container or video. */
    async end(id: string, fields: string, isOver: (body: Reply['body']) => boolean): Promise<Reply['body']> {
      const deadline = Date.now() + 5_000
      for (;;) {
        const { body } = await get(`/${id}?fields=${fields}`)
        if (isOver(body) || Date.now() > deadline) return body
      }
    },
  }
}

const codes = ({ status, body }: Reply) => [status, body.error?.code, body.error?.error_subcode]
const containerEnd = ({ status_code, status }: Reply['body']) => (status_code ?? status) !== 'IN_PROGRESS'

test.each([
  ['a reel without a video', { media_type: 'REELS' }],
  ['a reel of an image', { media_type: 'REELS', video_url: 'f', image_url: 'p' }],
  ['a reel with an alt text', { media_type: 'REELS', video_url: 'f', alt_text: 'a' }],
  ['a single video', { media_type: 'VIDEO', video_url: 'f' }],
  ['a video without a media type', { video_url: 'f' }],
  ['a cover on a carousel item', { media_type: 'VIDEO', video_url: 'f', is_carousel_item: true, cover_url: 'p' }],
  ['a story with a caption', { media_type: 'STORIES', image_url: 'p', caption: 'a' }],
  ['a story of two media', { media_type: 'STORIES', image_url: 'p', video_url: 'f' }],
  ['a story of nothing', { media_type: 'STORIES' }],
  ['a carousel with an alt text', { media_type: 'CAROUSEL', children: ['1', '2'], alt_text: 'a' }],
])('Instagram refuses %s', async (_, given) => {
  const { post, sample } = await aClient('instagram')
  const body = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value === 'f' ? sample('upright.mp4') : value === 'p' ? sample('dawn.jpg') : value,
    ]),
  )
  expect(codes(await post('/media', body))).toEqual([400, 100, undefined])
})

test('Instagram: a reel needs polls, is published once, and is listed as a reel', async () => {
  const { post, get, end, sample } = await aClient('instagram')
  const given = { media_type: 'REELS', video_url: sample('upright.mp4'), caption: 'Rise', share_to_feed: true }
  const { id } = (await post('/media', { ...given, cover_url: sample('dawn.jpg') })).body
  expect(codes(await post('/media_publish', { creation_id: id }))).toEqual([400, 9007, 2207027])
  expect(await end(id, 'status_code', containerEnd)).toMatchObject({ status_code: 'FINISHED' })
  const medium = (await post('/media_publish', { creation_id: id })).body
  expect(codes(await post('/media_publish', { creation_id: id }))).toEqual([400, 24, 2207008])
  expect((await get(`/${medium.id}?fields=media_type,media_product_type,permalink`)).body).toMatchObject({
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    permalink: expect.stringMatching(/\/reel\/[\w-]{11}\/$/),
  })
})

test('Instagram: a story is listed as a story for a day', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { post, get, sample } = await aClient('instagram', clock)
  const { id } = (await post('/media', { media_type: 'STORIES', image_url: sample('panorama.jpg') })).body
  await post('/media_publish', { creation_id: id })
  expect((await get('/me/stories?fields=media_product_type')).body.data).toMatchObject([
    { media_product_type: 'STORY' },
  ])
  expect((await get('/me/media')).body.data).toEqual([])
  clock.ms += 86_400_001
  expect((await get('/me/stories')).body.data).toEqual([])
})

/** A host that does not serve videos as Meta needs. */
async function aVideoHost(answer: (range: string | undefined) => { status: number; headers: Record<string, string> }) {
  const server = createServer((incoming, response) => {
    const { status, headers } = answer(incoming.headers.range)
    response.writeHead(status, headers).end(Buffer.alloc(64))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/video.mp4`
}

const ranged = { 'content-range': 'bytes 0-63/64', 'content-type': 'video/mp4' }
test.each([
  [
    'without ranges',
    () => ({ status: 200, headers: { 'content-type': 'video/mp4' } }),
    '2207077',
    'FAILED_DOWNLOADING_VIDEO',
  ],
  [
    'under another type',
    () => ({ status: 206, headers: { ...ranged, 'content-type': 'text/html' } }),
    '2207077',
    'FAILED_DOWNLOADING_VIDEO',
  ],
  ['that is no video', () => ({ status: 206, headers: ranged }), '2207026', 'FAILED_PROCESSING_VIDEO'],
  ['that is gone', () => ({ status: 404, headers: {} }), '2207076', 'FAILED_DOWNLOADING_VIDEO'],
  [
    'of two gigabytes',
    () => ({ status: 206, headers: { ...ranged, 'content-range': 'bytes 0-63/2147483648' } }),
    '2207082',
    'FAILED_PROCESSING_VIDEO',
  ],
])('a video %s appears as an error in the status', async (_, answer, subcode, reason) => {
  const video_url = await aVideoHost(answer)
  const instagram = await aClient('instagram')
  const reel = (await instagram.post('/media', { media_type: 'REELS', video_url })).body.id
  expect(await instagram.end(reel, 'status_code,status', containerEnd)).toMatchObject({
    status_code: 'ERROR',
    status: `Error: Media upload has failed with error code ${subcode}`,
  })
  const threads = await aClient('threads')
  const video = (await threads.post('/threads', { media_type: 'VIDEO', video_url })).body.id
  expect(await threads.end(video, 'status,error_message', containerEnd)).toMatchObject({
    status: 'ERROR',
    error_message: reason,
  })
})

test.each([
  ['a video without an address', { media_type: 'VIDEO' }],
  ['a video and an image', { media_type: 'VIDEO', video_url: 'http://a.test/f.mp4', image_url: 'http://a.test/p.jpg' }],
  ['a link on a video', { media_type: 'VIDEO', video_url: 'http://a.test/f.mp4', link_attachment: 'https://a.test/' }],
  ['text on an item', { media_type: 'VIDEO', video_url: 'http://a.test/f.mp4', is_carousel_item: true, text: 'a' }],
])('Threads refuses %s', async (_, given) => {
  const { post } = await aClient('threads')
  expect(codes(await post('/threads', given))).toEqual([400, 100, undefined])
})

const isFetched = ({ status }: Reply['body']) => !['not_started', 'in_progress'].includes(status.uploading_phase.status)

test('Facebook: a reel has its phases in order', async () => {
  const { post, get, end, sample, token, sandbox, account } = await aClient('facebook')
  const { video_id, upload_url } = (await post('/video_reels', { upload_phase: 'start' })).body
  const finish = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description: 'Rise' }
  expect(codes(await post('/video_reels', finish))).toEqual([400, 6000, 1363130])
  const upload = (authorization: string, headers: Record<string, string>) =>
    request(upload_url, { method: 'POST', headers: { authorization, ...headers } })
  const file_url = sample('upright.mp4')
  expect((await upload(`Bearer ${token}`, { file_url })).body.debug_info.type).toBe('NotAuthorizedError')
  expect((await upload(`OAuth ${token}`, {})).body.debug_info.type).toBe('PartialRequestError')
  expect((await upload(`OAuth ${token}`, { file_url })).body).toEqual({ success: true })
  expect(await end(video_id, 'status', isFetched)).toMatchObject({ status: { video_status: 'upload_complete' } })
  // A reel cannot be finished as a story.
  expect(codes(await post('/video_stories', { upload_phase: 'finish', video_id }))).toEqual([400, 100, 33])
  expect(codes(await post('/video_reels', { ...finish, video_state: undefined }))).toEqual([400, 100, undefined])
  expect((await post('/video_reels', finish)).body).toEqual({ success: true })
  expect(codes(await post('/video_reels', finish))).toEqual([400, 6000, 1363041])
  const { body } = await get(`/${video_id}?fields=status,post_id`)
  expect(body.status.publishing_phase).toEqual({ status: 'in_progress', publish_status: 'draft' })
  const [made] = sandbox.posts()
  expect(`${account.account_id}_${body.post_id}`).toBe(made?.id)
  expect((await get('/me/published_posts?fields=message,attachments')).body.data).toMatchObject([
    { id: made?.id, message: 'Rise', attachments: { data: [{ type: 'video_inline' }] } },
  ])
})

test.each([
  ['a wide video as a reel', 'video_reels', 'wide.mp4', 'The resolution of the video is too low.'],
  ['an hour as a reel', 'video_reels', 'long.mp4', 'The duration of the video is not supported.'],
  ['an hour as a story', 'video_stories', 'long.mp4', 'The duration of the video is not supported.'],
  ['an image as a video', 'video_stories', 'dawn.jpg', 'The URL of the video file does not return a video.'],
])('Facebook refuses %s', async (_, edge, file, message) => {
  const { post, end, sample, token } = await aClient('facebook')
  const { video_id, upload_url } = (await post(`/${edge}`, { upload_phase: 'start' })).body
  const headers = { authorization: `OAuth ${token}`, file_url: sample(file) }
  await request(upload_url, { method: 'POST', headers })
  const { status } = await end(video_id, 'status', isFetched)
  expect(status).toMatchObject({ video_status: 'error', uploading_phase: { status: 'error', error: { message } } })
})

test('Facebook: a photo is used by one post or one story', async () => {
  const { post, get, sample } = await aClient('facebook')
  const { id } = (await post('/photos', { url: sample('dawn.jpg'), published: false })).body
  const made = await post('/photo_stories', { photo_id: id })
  expect(made.body).toEqual({ success: true, post_id: expect.stringMatching(/^\d+$/) })
  expect(codes(await post('/photo_stories', { photo_id: id }))).toEqual([400, 100, 1366051])
  expect(codes(await post('/feed', { attached_media: [{ media_fbid: id }] }))).toEqual([400, 100, 1366051])
  expect((await get('/me/stories')).body.data).toMatchObject([
    { post_id: made.body.post_id, media_id: id, media_type: 'photo', status: 'published' },
  ])
  expect((await get('/me/published_posts')).body.data).toEqual([])
})
