import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Account, PostMedia } from '@/lib/channels/channel'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { aNetwork } from '../support/channel-suite'
import { Crash, MemoryRun } from '../support/memory-run'

const world = aNetwork('linkedin')

const settings = (change: object) => world.networks.control('POST', 'settings', { network: 'linkedin', ...change })

beforeEach(() => {
  vi.stubEnv('LINKEDIN_FRESH_TOKEN_SECONDS', '0.05')
  reloadEnv()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  reloadEnv()
  await settings({ polls_until_finished: null, reads_own_films: null })
})

const aFilm = (): PostMedia => ({
  url: `${world.networks.url}/samples/wide.mp4`,
  kind: 'video',
  altText: 'The tide comes in',
})
const aPost = () => world.post({ media: [aFilm()], title: 'High tide' })

type Calls = { calls: { account_id: string | null; call: string }[] }

async function callCounts(): Promise<Record<string, number>> {
  const { calls } = (await world.networks.control('GET', 'calls?network=linkedin&limit=500')) as Calls
  const counts: Record<string, number> = {}
  for (const { account_id, call } of calls)
    if (account_id === world.account.accountId) counts[call] = (counts[call] ?? 0) + 1
  return counts
}

async function expectFilm(): Promise<void> {
  const [post, ...more] = await world.posts()
  expect(more).toEqual([])
  expect(post?.media).toMatchObject([{ alt_text: 'The tide comes in' }])
  const posted = Buffer.from(await (await fetch(post?.media[0]?.url ?? '')).arrayBuffer())
  expect(posted.equals(await readFile(join(__dirname, '../../lib/sandbox/films/wide.mp4')))).toBe(true)
}

test('a film goes up part by part, is waited for and posted whole under its title', async () => {
  await settings({ polls_until_finished: 2 })
  const { externalId, url } = await world.publish(aPost(), new MemoryRun())
  await expectFilm()
  expect(externalId).toMatch(/^urn:li:ugcPost:\d+$/)
  expect(url).toContain(externalId)
  expect((await world.posts())[0]?.detail.sent).toMatchObject({ content: { media: { title: 'High tide' } } })
  expect(await callCounts()).toEqual({ initialize: 1, finalize: 1, status: 3, publish: 1 })
})

test('after a death behind the parts the upload goes on with its end', async () => {
  const post = aPost()
  const run = new MemoryRun()
  run.crashAfter = 'media-1-from-0'
  await expect(world.publish(post, run)).rejects.toThrow(Crash)
  await world.publish(post, run)
  await expectFilm()
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1, publish: 1 })
})

test('a connection that may not ask for its film posts when the film is ready', async () => {
  await settings({ polls_until_finished: 1, reads_own_films: false })
  const post = aPost()
  const run = new MemoryRun()
  expect(await world.refused(post, run)).toMatchObject({
    code: 'MEDIA_ASSET_WAITING_UPLOAD',
    category: 'render',
    isRetryable: true,
  })
  await world.publish(post, run)
  await expectFilm()
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1, publish: 2 })
})

test('a film that is never ready gives the row back, and is not uploaded again', async () => {
  await settings({ polls_until_finished: 1_000 })
  const post = aPost()
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(500)
  expect(await world.refused(post, run)).toMatchObject({
    code: 'still_processing',
    outcome: 'not_sent',
    isRetryable: true,
  })
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1 })
  expect(await world.posts()).toEqual([])
  // The next try goes on asking after the film that is there.
  run.signal = AbortSignal.timeout(300)
  expect(await world.refused(post, run)).toMatchObject({ code: 'still_processing' })
  expect(await callCounts()).toMatchObject({ initialize: 1, finalize: 1 })
})

test('a film that LinkedIn cannot process fails with its reason, and nothing of it is kept', async () => {
  await world.fault({ fault: 'container_error', call: 'finalize', reason: 'Unsupported codec', times: 1 })
  const run = new MemoryRun()
  const fault = await world.refused(aPost(), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false, code: 'processing_failed' })
  expect(fault.message).toContain('Unsupported codec')
  expect(run.steps).toEqual({})
})

test.each([
  ['expired before it was put together', { fault: 'container_expired', call: 'finalize', times: 1 }],
  ['gone when it is posted', { fault: 'refuse', preset: 'media', call: 'publish', times: 1 }],
])('an upload that was %s is begun anew', async (_, fault) => {
  await world.fault(fault)
  const post = aPost()
  const run = new MemoryRun()
  expect(await world.refused(post, run)).toMatchObject({ category: 'render', isRetryable: true })
  expect(run.steps).toEqual({})
  await world.publish(post, run)
  await expectFilm()
})

test('a picture that the house of uploads does not take is a fault of the file, whatever shape its answer has', async () => {
  await world.fault({ fault: 'refuse', call: 'upload', status: 422, body: '<html>', times: 1 })
  const fault = await world.refused(world.post({ media: world.images(1) }), new MemoryRun())
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', isRetryable: false, code: 'http_422' })
})

test('a film whose post is in doubt is found', async () => {
  const post = aPost()
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(world.publish(post, run)).rejects.toThrow(Crash)
  const found = await channels.linkedin.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'found', result: { id: (await world.posts())[0]?.id } })
})

test('an article has title, description and the picture that was given for it', async () => {
  const caption = 'A new menu\n\nEverything from the harbour.'
  const link = 'https://example.com/menu'
  const cover = { link, coverImageUrl: world.networks.image('dune') }
  await world.publish(world.post({ text: caption, caption, ...cover }), new MemoryRun())
  const [post] = await world.posts()
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

test('an organisation posts in its own name: words, a picture and a film', async () => {
  const accountId = `urn:li:organization:${Date.now()}`
  type Opened = { account_name: string; handle: string; credentials: { access_token: string } }
  const body = { network: 'linkedin', account_id: accountId }
  const opened = (await world.networks.control('POST', 'accounts', body)) as Opened
  const account: Account = {
    accountId,
    accountName: opened.account_name,
    handle: opened.handle,
    credentials: { kind: 'bearer', accessToken: opened.credentials.access_token, refreshToken: null },
  }
  for (const media of [[], world.images(1), [aFilm()]])
    await channels.linkedin.publish(world.post({ media }), account, new MemoryRun())
  const posts = await world.networks.posts('linkedin', account)
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

test('a token that is called revoked in its first seconds is tried once more, and only once', async () => {
  await world.fault({ ...revoked, call: 'publish', times: 1 })
  await world.publish(world.post(), new MemoryRun())
  expect(await world.posts()).toHaveLength(1)
  await world.fault({ ...revoked, call: 'publish' })
  expect(await world.refused(world.post(), new MemoryRun())).toMatchObject({ isAuthDead: true, outcome: 'refused' })
  expect((await callCounts()).publish).toBe(4)
})

test('a quota that names its end is waited for until then, and until midnight UTC where it does not', async () => {
  await world.fault({ fault: 'rate_limit', retry_after_seconds: 120, call: 'publish', times: 1 })
  const named = await world.refused(world.post(), new MemoryRun())
  expect(Math.round(((named.retryAt?.getTime() ?? 0) - Date.now()) / 10_000)).toBe(12)
  await world.fault({ fault: 'rate_limit', with_headers: false, call: 'publish', times: 1 })
  expect((await world.refused(world.post(), new MemoryRun())).retryAt?.toISOString()).toMatch(/T00:00:00\.000Z$/)
})

test('a version that LinkedIn has shut is our fault, and says which variable to set', async () => {
  vi.stubEnv('LINKEDIN_VERSION', '202401')
  reloadEnv()
  const fault = await world.refused(world.post(), new MemoryRun())
  expect(fault).toMatchObject({ category: 'other', isRetryable: false, code: 'NONEXISTENT_VERSION' })
  expect(fault.message).toContain('LINKEDIN_VERSION')
})
