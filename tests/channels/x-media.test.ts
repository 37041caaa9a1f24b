import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PostMedia } from '@/lib/channels/channel'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { aNetwork } from '../support/channel-suite'
import { Crash, MemoryRun } from '../support/memory-run'

const world = aNetwork('x')

const settings = (change: object) => world.networks.control('POST', 'settings', { network: 'x', ...change })

beforeEach(() => {
  // The smallest pieces there are: the sample films are short.
  vi.stubEnv('X_CHUNK_BYTES', '65536')
  reloadEnv()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  reloadEnv()
  await settings({ polls_until_finished: null, chunk_bytes_max: null, own_replies: null, processing_state: null })
})

type Film = 'upright' | 'wide'
const aFilm = (name: Film = 'wide'): PostMedia => ({
  url: `${world.networks.url}/samples/${name}.mp4`,
  kind: 'video',
  altText: 'The tide comes in',
})
const aGif = (): PostMedia => ({ url: `${world.networks.url}/samples/tide.gif`, kind: 'gif', altText: 'A wave' })
const aPost = (media: PostMedia = aFilm()) => world.post({ media: [media] })

type Calls = { calls: { account_id: string; call: string; status: number | null }[] }

/** How often this account made each call, in the order of the first ones. */
async function callCounts(): Promise<Record<string, number>> {
  const { calls } = (await world.networks.control('GET', 'calls?network=x&limit=500')) as Calls
  const counts: Record<string, number> = {}
  for (const { account_id, call } of calls)
    if (account_id === world.account.accountId) counts[call] = (counts[call] ?? 0) + 1
  return counts
}

async function expectFilm(name: Film): Promise<void> {
  const [post, ...more] = await world.posts()
  expect(more).toEqual([])
  const posted = Buffer.from(await (await fetch(post?.media[0]?.url ?? '')).arrayBuffer())
  expect(posted.equals(await readFile(join(__dirname, `../../lib/sandbox/films/${name}.mp4`)))).toBe(true)
}

test('a film goes up in pieces, is waited for and posted whole', async () => {
  await settings({ polls_until_finished: 2 })
  const { externalId } = await world.publish(aPost(), new MemoryRun())
  await expectFilm('wide')
  expect((await world.posts())[0]?.id).toBe(externalId)
  expect(await callCounts()).toEqual({ initialize: 1, append: 3, finalize: 1, status: 3, publish: 1 })
})

test.each(['processing', 'validating'])('a film in the unknown state %s is still processed', async (state) => {
  await settings({ processing_state: state, polls_until_finished: 2 })
  await world.publish(aPost(), new MemoryRun())
  await expectFilm('wide')
  expect(await callCounts()).toMatchObject({ finalize: 1, status: 3, publish: 1 })
})

test('a GIF moves, and is described', async () => {
  await world.publish(aPost(aGif()), new MemoryRun())
  const [post] = await world.posts()
  expect(post?.media).toMatchObject([{ alt_text: 'A wave' }])
  expect(post?.media[0]?.url).toMatch(/\.gif$/)
})

test('after a death between two pieces the upload goes on with the next one', async () => {
  const post = aPost()
  const run = new MemoryRun()
  // A piece that breaks off ends the batch in which it was sent, and what went through is kept.
  await world.fault({ fault: 'reset_before', call: 'append', skip: 1, times: 1 })
  run.crashAfter = 'media-1-from-0'
  await expect(world.publish(post, run)).rejects.toThrow(Crash)
  await world.publish(post, run)
  await expectFilm('wide')
  expect(await callCounts()).toMatchObject({ initialize: 1, append: 4, finalize: 1, publish: 1 })
})

test('pieces that X finds too large are made smaller', async () => {
  await settings({ chunk_bytes_max: 65_536 })
  vi.stubEnv('X_CHUNK_BYTES', '131072')
  reloadEnv()
  await world.publish(aPost(), new MemoryRun())
  await expectFilm('wide')
  expect(await callCounts()).toMatchObject({ initialize: 2, append: 4, finalize: 1, publish: 1 })
})

test('pieces that X never finds small enough are a file that is too large', async () => {
  await settings({ chunk_bytes_max: 1_000 })
  expect(await world.refused(aPost(), new MemoryRun())).toMatchObject({
    category: 'render',
    isRetryable: false,
    providerStatus: 413,
  })
  expect(await world.posts()).toEqual([])
})

test('a film that X cannot process fails with its reason, and nothing of it is kept', async () => {
  await world.fault({ fault: 'container_error', call: 'finalize', reason: 'Unsupported codec', times: 1 })
  const run = new MemoryRun()
  const fault = await world.refused(aPost(), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false, code: 'processing_failed' })
  expect(fault.message).toContain('Unsupported codec')
  expect(run.steps).toEqual({})
})

test.each([
  ['lost while it is processed', { fault: 'container_expired', call: 'finalize', times: 1 }],
  ['gone when it is posted', { fault: 'refuse', preset: 'media', call: 'publish', times: 1 }],
])('a film that was %s is uploaded again', async (_, fault) => {
  await world.fault(fault)
  const post = aPost(aFilm('upright'))
  const run = new MemoryRun()
  expect(await world.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
  expect(run.steps).toEqual({})
  await world.publish(post, run)
  await expectFilm('upright')
})

const unfit = { status: 400, body: { title: 'Bad', detail: 'Segments do not add up to provided total file size.' } }

test('an upload that X cannot put together is begun anew at once, and later when that fails as well', async () => {
  const post = aPost(aFilm('upright'))
  const run = new MemoryRun()
  await world.fault({ fault: 'refuse', call: 'finalize', ...unfit, times: 2 })
  expect(await world.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
  expect(run.steps).toEqual({})
  await world.fault({ fault: 'refuse', call: 'finalize', ...unfit, times: 1 })
  await world.publish(post, run)
  await expectFilm('upright')
})

test('a piece that was sent and not recorded before a death does not spoil the upload', async () => {
  const post = aPost()
  const run = new MemoryRun()
  // The network has the piece, and the worker dies without having heard of it.
  await world.fault({ fault: 'timeout_after', call: 'append', times: 1 })
  expect(await world.refused(post, run)).toMatchObject({ outcome: 'not_sent', isRetryable: true })
  expect(Object.keys(run.steps)).toEqual(['media-1-start'])
  await world.publish(post, run)
  await expectFilm('wide')
  expect(await callCounts()).toMatchObject({ initialize: 2, finalize: 1, publish: 1 })
})

test('a film that never finishes is waited for as long as it takes, and never uploaded twice', async () => {
  await settings({ polls_until_finished: 30 })
  const post = aPost(aFilm('upright'))
  const run = new MemoryRun()
  const signals = [AbortSignal.timeout(400), undefined]
  Object.defineProperty(run, 'signal', { get: () => signals[0] })
  expect(await world.refused(post, run)).toMatchObject({
    code: 'still_processing',
    isRetryable: true,
    outcome: 'not_sent',
  })
  signals.shift()
  await settings({ polls_until_finished: 0 })
  await world.publish(post, run)
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1, publish: 1 })
})

test('a film whose post is in doubt is found', async () => {
  const post = aPost(aFilm('upright'))
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(world.publish(post, run)).rejects.toThrow(Crash)
  const found = await channels.x.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'found', result: { id: (await world.posts())[0]?.id } })
})

test('four pictures pass; a fifth, two films and a mix are said before anything is called', () => {
  const said = (...media: PostMedia[]) =>
    channels.x
      .validate(world.post({ media, postType: media.length > 1 ? 'carousel' : 'single' }))
      .map(({ code }) => code)
  expect(said(...world.images(4))).toEqual([])
  expect(said(...world.images(5))).toEqual(['carousel_size'])
  expect(said(aFilm(), aFilm())).toEqual(['channel_limit'])
  expect(said(aGif(), ...world.images(1))).toEqual(['channel_limit'])
})

const parts = ['The first part.', 'The second part.', 'The third part.']

test('a thread that X refuses in the middle goes on from there', async () => {
  const post = world.post({ thread: parts })
  const run = new MemoryRun()
  await world.fault({ fault: 'refuse', preset: 'content', call: 'publish', skip: 2, times: 1 })
  const fault = await world.refused(post, run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'content', isRetryable: false })
  expect(fault.message).toMatch(/^X does not let this account/)
  await world.publish(post, run)
  expect((await world.posts()).map(({ text }) => text)).toEqual(parts)
})

test('an app that may not answer even itself gets the first part out', async () => {
  await settings({ own_replies: false })
  const fault = await world.refused(world.post({ thread: parts }), new MemoryRun())
  expect(fault).toMatchObject({ category: 'content', isRetryable: false, code: '433' })
  expect(fault.message).toMatch(/^X does not allow a reply here/)
  expect(await world.posts()).toHaveLength(1)
})

test.each([
  ['is forbidden to', { preset: 'permission' }],
  ['has not paid to', { status: 402, body: { title: 'Payment Required', detail: 'No credits.' } }],
])('an app that %s read cannot be asked', async (_, refusal) => {
  await world.fault({ fault: 'refuse', call: 'list', ...refusal })
  const doubt = { step: 'publish', sentAt: new Date(), steps: {} }
  const found = await channels.x.find(world.post(), world.account, doubt, { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'cannot_ask' })
})

test('the app’s quota of 24 hours is waited for, not the window of fifteen minutes', async () => {
  const headers = {
    'x-rate-limit-remaining': '98',
    'x-app-limit-24hour-remaining': '0',
    'x-app-limit-24hour-reset': String(Math.floor(Date.now() / 1_000) + 40_000),
  }
  const body = { title: 'Too Many Requests', detail: 'Too Many Requests', status: 429 }
  await world.fault({ fault: 'refuse', call: 'publish', status: 429, body, headers, times: 1 })
  const { retryAt } = await world.refused(world.post(), new MemoryRun())
  expect(Math.round(((retryAt?.getTime() ?? 0) - Date.now()) / 10_000)).toBe(4_000)
})
