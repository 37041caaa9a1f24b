import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('facebook')
publishesOnce('facebook', world, {
  hasText: true,
  describesAll: true,
  // A story has no words.
  shownText: ({ postType, text }) => (postType === 'story' ? '' : text),
  forms: {
    'a film': () => ({ media: [world.film('wide')] }),
    'a reel': () => ({ postType: 'reel', media: [world.film('upright')] }),
    'a story with a picture': () => ({ postType: 'story', media: world.images(1) }),
    'a story with a film': () => ({ postType: 'story', media: [world.film('upright')] }),
  },
})

const calls = async (): Promise<{ call: string; path: string; account_id: string }[]> => {
  const { calls } = (await world.networks.control('GET', 'calls?network=facebook&limit=200')) as {
    calls: { call: string; path: string; account_id: string }[]
  }
  return calls.filter(({ account_id }) => account_id === world.account.accountId).reverse()
}

test('a reel is started, handed over, finished and waited for, and known by its post', async () => {
  const { externalId, url } = await world.publish(
    world.post({ postType: 'reel', media: [world.film('upright')] }),
    new MemoryRun(),
  )
  const made = (await calls()).map(({ call }) => call)
  expect(made.filter((call) => call !== 'status')).toEqual(['initialize', 'upload', 'publish'])
  // What is accepted is processed for a while before it is seen.
  expect(made.slice(made.indexOf('publish') + 1).length).toBeGreaterThan(1)
  expect(externalId).toMatch(new RegExp(`^${world.account.accountId}_\\d+$`))
  expect(url).toContain('/reel/')
})

test.each(['reel', 'story'] as const)(
  'a %s that is never ready gives the row back, and is handed over once',
  async (postType) => {
    await world.networks.control('POST', 'settings', { network: 'facebook', polls_until_finished: 1_000 })
    const run = new MemoryRun()
    run.signal = AbortSignal.timeout(600)
    const post = world.post({ postType, media: [world.film('upright')] })
    expect(await world.refused(post, run)).toMatchObject({
      code: 'still_processing',
      outcome: 'not_sent',
      isRetryable: true,
    })
    await world.networks.control('POST', 'settings', { network: 'facebook', polls_until_finished: null })
    run.signal = undefined
    await world.publish(post, run)
    expect(run.made).toMatchObject({ 'video-start': 1, 'video-upload': 1, publish: 1 })
    expect(await world.posts()).toHaveLength(1)
  },
)

test('a film whose handing over was not answered is gone on with, and not handed over in vain', async () => {
  await world.fault({ fault: 'timeout_after', call: 'upload', times: 1 })
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(1_000)
  const post = world.post({ postType: 'reel', media: [world.film('upright')] })
  expect(await world.refused(post, run)).toMatchObject({ outcome: 'not_sent', isRetryable: true })
  run.signal = undefined
  await world.publish(post, run)
  expect(run.made).toMatchObject({ 'video-start': 1, publish: 1 })
  expect(await world.posts()).toHaveLength(1)
})

test('a film that Facebook cannot use fails with its words, and nothing goes out', async () => {
  const run = new MemoryRun()
  const fault = await world.refused(world.post({ postType: 'reel', media: [world.film('long')] }), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', code: 'video_failed', isRetryable: false })
  expect(fault.message).toContain('The duration of the video is not supported.')
  expect(run.steps).toEqual({})
  expect(await world.posts()).toEqual([])
})

test.each(['reel', 'story'] as const)(
  'a %s that was accepted and breaks in processing has failed',
  async (postType) => {
    await world.fault({ fault: 'container_error', reason: 'The video is corrupt.', times: 1 })
    const run = new MemoryRun()
    const post = world.post({ postType, media: [world.film('upright')] })
    const fault = await world.refused(post, run)
    expect((await calls()).map(({ call }) => call)).toContain('publish')
    expect(fault).toMatchObject({ outcome: 'refused', category: 'render', code: 'video_failed', isRetryable: false })
    expect(fault.message).toContain('The video is corrupt.')
    expect(await world.posts()).toEqual([])
    // Whoever tries again starts from the beginning.
    await world.publish(post, run)
    expect(await world.posts()).toHaveLength(1)
  },
)

test('staged photos are taken away when Facebook refuses the post for good', async () => {
  await world.fault({ fault: 'refuse', preset: 'content', call: 'publish', times: 1 })
  const run = new MemoryRun()
  const post = world.post({ media: world.images(2), postType: 'carousel' })
  expect(await world.refused(post, run)).toMatchObject({ outcome: 'refused', isRetryable: false })
  expect((await calls()).map(({ call }) => call)).toEqual(['upload', 'upload', 'publish', 'delete', 'delete'])
  expect(run.steps).toEqual({})
  await world.publish(post, run)
  expect(await world.posts()).toHaveLength(1)
})

test.each([
  ['it may pass', { fault: 'rate_limit' }],
  ['it says that the post is out', { fault: 'refuse', preset: 'duplicate' }],
  ['nobody knows', { fault: 'timeout_before' }],
  ['the access is gone', { fault: 'refuse', preset: 'permission' }],
])('staged photos stay when a refusal is not the end: %s', async (_, fault) => {
  await world.fault({ ...fault, call: 'publish', times: 1 })
  const run = new MemoryRun(800)
  await world.refused(world.post({ media: world.images(2), postType: 'carousel' }), run)
  expect((await calls()).map(({ call }) => call)).not.toContain('delete')
  expect(Object.keys(run.steps)).toEqual(['photo-1', 'photo-2'])
})

test('the 31st reel within 24 hours waits', async () => {
  const reels = (count: number) => Array.from({ length: count }, () => ({ postType: 'reel' as const }))
  for (const reel of reels(30)) {
    const media = [world.film('upright')]
    await world.publish(world.post({ ...reel, media }), new MemoryRun())
  }
  const fault = await world.refused(world.post({ postType: 'reel', media: [world.film('upright')] }))
  expect(fault).toMatchObject({ outcome: 'refused', category: 'rate', code: '613/1996', isRetryable: true })
})

test('a post with a link and no media is a link post', async () => {
  const post = world.post({ link: 'https://example.com/a?utm_source=facebook' })
  await world.publish(post, new MemoryRun())
  expect(await world.posts()).toMatchObject([{ text: post.text, link: post.link, media: [] }])
})

test('a link post in doubt is found', async () => {
  const post = world.post({ link: 'https://example.com/a' })
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(world.publish(post, run)).rejects.toThrow()
  const found = await channels.facebook.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'found' })
})

test('an address that cannot be read is built', async () => {
  await world.fault({ fault: 'refuse', preset: 'permission', call: 'read' })
  const { externalId, url } = await world.publish(world.post(), new MemoryRun())
  expect(url).toBe(`https://www.facebook.com/${externalId}`)
})
