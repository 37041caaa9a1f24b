import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PostMedia } from '@/lib/channels/channel'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { aNetwork } from '@/tests/support/publishing/channel-suite'
import { Crash, MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('x')

const settings = (change: object) => setup.networks.control('POST', 'settings', { network: 'x', ...change })

beforeEach(() => {
  // The smallest chunks, because the sample videos are short.
  vi.stubEnv('X_CHUNK_BYTES', '65536')
  reloadEnv()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  reloadEnv()
  await settings({ polls_until_finished: null, chunk_bytes_max: null, own_replies: null, processing_state: null })
})

type Video = 'upright' | 'wide'
const aVideo = (name: Video = 'wide'): PostMedia => ({
  url: `${setup.networks.url}/samples/${name}.mp4`,
  kind: 'video',
  altText: 'The tide comes in',
})
const aGif = (): PostMedia => ({ url: `${setup.networks.url}/samples/tide.gif`, kind: 'gif', altText: 'A wave' })
const aPost = (media: PostMedia = aVideo()) => setup.post({ media: [media] })

type Calls = { calls: { account_id: string; call: string; status: number | null }[] }

/** Calls of this account with their counts, in order of the first call. */
async function callCounts(): Promise<Record<string, number>> {
  const { calls } = (await setup.networks.control('GET', 'calls?network=x&limit=500')) as Calls
  const counts: Record<string, number> = {}
  for (const { account_id, call } of calls)
    if (account_id === setup.account.accountId) counts[call] = (counts[call] ?? 0) + 1
  return counts
}

async function expectVideo(name: Video): Promise<void> {
  const [post, ...more] = await setup.posts()
  expect(more).toEqual([])
  const posted = Buffer.from(await (await fetch(post?.media[0]?.url ?? '')).arrayBuffer())
  expect(posted.equals(await readFile(join(__dirname, `../../sandbox/samples/${name}.mp4`)))).toBe(true)
}

test('uploads a video in chunks, waits for it and posts it', async () => {
  await settings({ polls_until_finished: 2 })
  const { externalId } = await setup.publish(aPost(), new MemoryRun())
  await expectVideo('wide')
  expect((await setup.posts())[0]?.id).toBe(externalId)
  expect(await callCounts()).toEqual({ initialize: 1, append: 3, finalize: 1, status: 3, publish: 1 })
})

test.each(['processing', 'validating'])('a video in the unknown state %s is still processed', async (state) => {
  await settings({ processing_state: state, polls_until_finished: 2 })
  await setup.publish(aPost(), new MemoryRun())
  await expectVideo('wide')
  expect(await callCounts()).toMatchObject({ finalize: 1, status: 3, publish: 1 })
})

test('posts an animated GIF with alt text', async () => {
  await setup.publish(aPost(aGif()), new MemoryRun())
  const [post] = await setup.posts()
  expect(post?.media).toMatchObject([{ alt_text: 'A wave' }])
  expect(post?.media[0]?.url).toMatch(/\.gif$/)
})

test('continues with the next chunk after a crash', async () => {
  const post = aPost()
  const run = new MemoryRun()
  // A failed chunk ends its batch; the sent chunks stay valid.
  await setup.fault({ fault: 'reset_before', call: 'append', skip: 1, times: 1 })
  run.crashAfter = 'media-1-from-0'
  await expect(setup.publish(post, run)).rejects.toThrow(Crash)
  await setup.publish(post, run)
  await expectVideo('wide')
  expect(await callCounts()).toMatchObject({ initialize: 1, append: 4, finalize: 1, publish: 1 })
})

test('makes chunks smaller if X refuses their size', async () => {
  await settings({ chunk_bytes_max: 65_536 })
  vi.stubEnv('X_CHUNK_BYTES', '131072')
  reloadEnv()
  await setup.publish(aPost(), new MemoryRun())
  await expectVideo('wide')
  expect(await callCounts()).toMatchObject({ initialize: 2, append: 4, finalize: 1, publish: 1 })
})

test('reports a too large file if no chunk is small enough', async () => {
  await settings({ chunk_bytes_max: 1_000 })
  expect(await setup.refused(aPost(), new MemoryRun())).toMatchObject({
    category: 'render',
    isRetryable: false,
    providerStatus: 413,
  })
  expect(await setup.posts()).toEqual([])
})

test('reports why X cannot process a video, and forgets the upload', async () => {
  await setup.fault({ fault: 'container_error', call: 'finalize', reason: 'Unsupported codec', times: 1 })
  const run = new MemoryRun()
  const fault = await setup.refused(aPost(), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false, code: 'processing_failed' })
  expect(fault.message).toContain('Unsupported codec')
  expect(run.steps).toEqual({})
})

test.each([
  ['lost while it is processed', { fault: 'container_expired', call: 'finalize', times: 1 }],
  ['gone when it is posted', { fault: 'refuse', preset: 'media', call: 'publish', times: 1 }],
])('a video that was %s is uploaded again', async (_, fault) => {
  await setup.fault(fault)
  const post = aPost(aVideo('upright'))
  const run = new MemoryRun()
  expect(await setup.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
  expect(run.steps).toEqual({})
  await setup.publish(post, run)
  await expectVideo('upright')
})

const unfit = { status: 400, body: { title: 'Bad', detail: 'Segments do not add up to provided total file size.' } }

test('starts a failed upload again at once, then later', async () => {
  const post = aPost(aVideo('upright'))
  const run = new MemoryRun()
  await setup.fault({ fault: 'refuse', call: 'finalize', ...unfit, times: 2 })
  expect(await setup.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
  expect(run.steps).toEqual({})
  await setup.fault({ fault: 'refuse', call: 'finalize', ...unfit, times: 1 })
  await setup.publish(post, run)
  await expectVideo('upright')
})

test('a sent but unrecorded chunk does not break the upload', async () => {
  const post = aPost()
  const run = new MemoryRun()
  // The network has the chunk, but the worker crashed before it was recorded.
  await setup.fault({ fault: 'timeout_after', call: 'append', times: 1 })
  expect(await setup.refused(post, run)).toMatchObject({ outcome: 'not_sent', isRetryable: true })
  expect(Object.keys(run.steps)).toEqual(['media-1-start'])
  await setup.publish(post, run)
  await expectVideo('wide')
  expect(await callCounts()).toMatchObject({ initialize: 2, finalize: 1, publish: 1 })
})

test('waits for a slow video and never uploads it twice', async () => {
  await settings({ polls_until_finished: 8 })
  const post = aPost(aVideo('upright'))
  const run = new MemoryRun()
  const signals = [AbortSignal.timeout(400), undefined]
  Object.defineProperty(run, 'signal', { get: () => signals[0] })
  expect(await setup.refused(post, run)).toMatchObject({
    code: 'still_processing',
    isRetryable: true,
    outcome: 'not_sent',
  })
  signals.shift()
  await settings({ polls_until_finished: 0 })
  await setup.publish(post, run)
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1, publish: 1 })
})

test('finds a video post with an unknown outcome', async () => {
  const post = aPost(aVideo('upright'))
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(setup.publish(post, run)).rejects.toThrow(Crash)
  const found = await channels.x.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'found', result: { id: (await setup.posts())[0]?.id } })
})

test('accepts four images; reports five, two videos and a mix before any call', () => {
  const codesOf = (...media: PostMedia[]) =>
    channels.x
      .validate(setup.post({ media, postType: media.length > 1 ? 'carousel' : 'single' }))
      .map(({ code }) => code)
  expect(codesOf(...setup.images(4))).toEqual([])
  expect(codesOf(...setup.images(5))).toEqual(['carousel_size'])
  expect(codesOf(aVideo(), aVideo())).toEqual(['channel_limit'])
  expect(codesOf(aGif(), ...setup.images(1))).toEqual(['channel_limit'])
})

const parts = ['The first part.', 'The second part.', 'The third part.']

test('continues a thread that X refused in the middle', async () => {
  const post = setup.post({ thread: parts })
  const run = new MemoryRun()
  await setup.fault({ fault: 'refuse', preset: 'content', call: 'publish', skip: 2, times: 1 })
  const fault = await setup.refused(post, run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'content', isRetryable: false })
  expect(fault.message).toMatch(/^X does not allow this account/)
  await setup.publish(post, run)
  expect((await setup.posts()).map(({ text }) => text)).toEqual(parts)
})

test('publishes the first part if the app may not reply', async () => {
  await settings({ own_replies: false })
  const fault = await setup.refused(setup.post({ thread: parts }), new MemoryRun())
  expect(fault).toMatchObject({ category: 'content', isRetryable: false, code: '433' })
  expect(fault.message).toMatch(/^X does not allow a reply here/)
  expect(await setup.posts()).toHaveLength(1)
})

test.each([
  ['is forbidden to', { preset: 'permission' }],
  ['has not paid to', { status: 402, body: { title: 'Payment Required', detail: 'No credits.' } }],
])('returns cannot_ask for an app that %s read', async (_, refusal) => {
  await setup.fault({ fault: 'refuse', call: 'list', ...refusal })
  const doubt = { step: 'publish', sentAt: new Date(), steps: {} }
  const found = await channels.x.find(setup.post(), setup.account, doubt, { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'cannot_ask' })
})

test('waits for the app’s 24-hour quota instead of the 15-minute window', async () => {
  const headers = {
    'x-rate-limit-remaining': '98',
    'x-app-limit-24hour-remaining': '0',
    'x-app-limit-24hour-reset': String(Math.floor(Date.now() / 1_000) + 40_000),
  }
  const body = { title: 'Too Many Requests', detail: 'Too Many Requests', status: 429 }
  await setup.fault({ fault: 'refuse', call: 'publish', status: 429, body, headers, times: 1 })
  const { retryAt } = await setup.refused(setup.post(), new MemoryRun())
  expect(Math.round(((retryAt?.getTime() ?? 0) - Date.now()) / 10_000)).toBe(4_000)
})
