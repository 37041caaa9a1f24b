import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account, PostMedia } from '@/lib/channels/channel'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { aNetwork } from '@/tests/support/publishing/channel-suite'
import { Crash, MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('linkedin')

const settings = (change: object) => setup.networks.control('POST', 'settings', { network: 'linkedin', ...change })

beforeEach(() => {
  vi.stubEnv('LINKEDIN_FRESH_TOKEN_SECONDS', '0.05')
  reloadEnv()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  reloadEnv()
  await settings({ polls_until_finished: null, reads_own_videos: null })
})

const aVideo = (): PostMedia => ({
  url: `${setup.networks.url}/samples/wide.mp4`,
  kind: 'video',
  altText: 'The tide comes in',
})
const aPost = () => setup.post({ media: [aVideo()], title: 'High tide' })

type Calls = { calls: { account_id: string | null; call: string }[] }

async function callCounts(): Promise<Record<string, number>> {
  const { calls } = (await setup.networks.control('GET', 'calls?network=linkedin&limit=500')) as Calls
  const counts: Record<string, number> = {}
  for (const { account_id, call } of calls)
    if (account_id === setup.account.accountId) counts[call] = (counts[call] ?? 0) + 1
  return counts
}

async function expectVideo(): Promise<void> {
  const [post, ...more] = await setup.posts()
  expect(more).toEqual([])
  expect(post?.media).toMatchObject([{ alt_text: 'The tide comes in' }])
  const posted = Buffer.from(await (await fetch(post?.media[0]?.url ?? '')).arrayBuffer())
  expect(posted.equals(await readFile(join(__dirname, '../../sandbox/samples/wide.mp4')))).toBe(true)
}

test('uploads a video in parts, waits for it and posts it with its title', async () => {
  await settings({ polls_until_finished: 2 })
  const { externalId, url } = await setup.publish(aPost(), new MemoryRun())
  await expectVideo()
  expect(externalId).toMatch(/^urn:li:ugcPost:\d+$/)
  expect(url).toContain(externalId)
  expect((await setup.posts())[0]?.detail.sent).toMatchObject({ content: { media: { title: 'High tide' } } })
  expect(await callCounts()).toEqual({ initialize: 1, finalize: 1, status: 3, publish: 1 })
})

test('continues with the finalization after a crash', async () => {
  const post = aPost()
  const run = new MemoryRun()
  run.crashAfter = 'media-1-from-0'
  await expect(setup.publish(post, run)).rejects.toThrow(Crash)
  await setup.publish(post, run)
  await expectVideo()
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1, publish: 1 })
})

test('posts when the video is ready even if its status cannot be read', async () => {
  await settings({ polls_until_finished: 1, reads_own_videos: false })
  const post = aPost()
  const run = new MemoryRun()
  expect(await setup.refused(post, run)).toMatchObject({
    code: 'MEDIA_ASSET_WAITING_UPLOAD',
    category: 'render',
    isRetryable: true,
  })
  await setup.publish(post, run)
  await expectVideo()
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1, publish: 2 })
})

test('a video that is never ready is continued later without uploading again', async () => {
  await settings({ polls_until_finished: 1_000 })
  const post = aPost()
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(500)
  expect(await setup.refused(post, run)).toMatchObject({
    code: 'still_processing',
    outcome: 'not_sent',
    isRetryable: true,
  })
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1 })
  expect(await setup.posts()).toEqual([])
  // The next attempt polls the same video.
  run.signal = AbortSignal.timeout(300)
  expect(await setup.refused(post, run)).toMatchObject({ code: 'still_processing' })
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1 })
})

test('reports why LinkedIn cannot process a video, and forgets the upload', async () => {
  await setup.fault({ fault: 'container_error', call: 'finalize', reason: 'Unsupported codec', times: 1 })
  const run = new MemoryRun()
  const fault = await setup.refused(aPost(), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false, code: 'processing_failed' })
  expect(fault.message).toContain('Unsupported codec')
  expect(run.steps).toEqual({})
})

test.each([
  ['expired before it was put together', { fault: 'container_expired', call: 'finalize', times: 1 }],
  ['gone when it is posted', { fault: 'refuse', preset: 'media', call: 'publish', times: 1 }],
])('an upload that was %s is started again', async (_, fault) => {
  await setup.fault(fault)
  const post = aPost()
  const run = new MemoryRun()
  expect(await setup.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
  expect(run.steps).toEqual({})
  await setup.publish(post, run)
  await expectVideo()
})

test('an image that the upload host refuses is a media error, whatever the body', async () => {
  await setup.fault({ fault: 'refuse', call: 'upload', status: 422, body: '<html>', times: 1 })
  const fault = await setup.refused(setup.post({ media: setup.images(1) }), new MemoryRun())
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false, code: 'http_422' })
})

test('finds a video post with an unknown outcome', async () => {
  const post = aPost()
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(setup.publish(post, run)).rejects.toThrow(Crash)
  const found = await channels.linkedin.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'found', result: { id: (await setup.posts())[0]?.id } })
})

test('an article has its title, description and image', async () => {
  const caption = 'A new menu\n\nEverything from the harbour.'
  const link = 'https://example.com/menu'
  const cover = { link, coverImageUrl: setup.networks.image('dune') }
  await setup.publish(setup.post({ text: caption, caption, ...cover }), new MemoryRun())
  const [post] = await setup.posts()
  expect(post?.detail.sent).toMatchObject({
    content: {
      article: {
        source: link,
        title: 'A new menu',
        description: 'Everything from the harbour.',
        thumbnail: expect.stringMatching(/^urn:li:image:/),
      },
    },
  })
})

test('an organization posts a text, an image and a video', async () => {
  const accountId = `urn:li:organization:${Date.now()}`
  type Opened = { account_name: string; handle: string; credentials: { access_token: string } }
  const body = { network: 'linkedin', account_id: accountId }
  const opened = (await setup.networks.control('POST', 'accounts', body)) as Opened
  const account: Account = {
    accountId,
    accountName: opened.account_name,
    handle: opened.handle,
    credentials: { kind: 'bearer', accessToken: opened.credentials.access_token, refreshToken: null },
  }
  for (const media of [[], setup.images(1), [aVideo()]])
    await channels.linkedin.publish(setup.post({ media }), account, new MemoryRun())
  const posts = await setup.networks.posts('linkedin', account)
  expect(posts.map(({ media, detail }) => [media.length, (detail.sent as { author: string }).author])).toEqual([
    [0, accountId],
    [1, accountId],
    [1, accountId],
  ])
})

const revoked = {
  fault: 'refuse',
  status: 401,
  body: { status: 401, serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN', message: 'The token has been revoked' },
}

test('retries once with a new token that is reported as revoked', async () => {
  await setup.fault({ ...revoked, call: 'publish', times: 1 })
  await setup.publish(setup.post(), new MemoryRun())
  expect(await setup.posts()).toHaveLength(1)
  await setup.fault({ ...revoked, call: 'publish' })
  expect(await setup.refused(setup.post(), new MemoryRun())).toMatchObject({ isAuthDead: true, outcome: 'refused' })
  expect((await callCounts()).publish).toBe(4)
})

test('waits until the time that the quota names, or until midnight UTC', async () => {
  await setup.fault({ fault: 'rate_limit', retry_after_seconds: 120, call: 'publish', times: 1 })
  const named = await setup.refused(setup.post(), new MemoryRun())
  expect(Math.round(((named.retryAt?.getTime() ?? 0) - Date.now()) / 10_000)).toBe(12)
  await setup.fault({ fault: 'rate_limit', with_headers: false, call: 'publish', times: 1 })
  expect((await setup.refused(setup.post(), new MemoryRun())).retryAt?.toISOString()).toMatch(/T00:00:00\.000Z$/)
})

test('reports a retired API version with the variable to set', async () => {
  vi.stubEnv('LINKEDIN_VERSION', '202401')
  reloadEnv()
  const fault = await setup.refused(setup.post(), new MemoryRun())
  expect(fault).toMatchObject({ category: 'other', isRetryable: false, code: 'NONEXISTENT_VERSION' })
  expect(fault.message).toContain('LINKEDIN_VERSION')
})
