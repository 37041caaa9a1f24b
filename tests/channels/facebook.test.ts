import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('facebook')
publishesOnce('facebook', setup, {
  hasText: true,
  describesAll: true,
  // A story has no text.
  shownText: ({ postType, text }) => (postType === 'story' ? '' : text),
  forms: {
    'a video': () => ({ media: [setup.video('wide')] }),
    'a reel': () => ({ postType: 'reel', media: [setup.video('upright')] }),
    'a story with an image': () => ({ postType: 'story', media: setup.images(1) }),
    'a story with a video': () => ({ postType: 'story', media: [setup.video('upright')] }),
  },
})

const calls = async (): Promise<{ call: string; path: string; account_id: string }[]> => {
  const { calls } = (await setup.networks.control('GET', 'calls?network=facebook&limit=200')) as {
    calls: { call: string; path: string; account_id: string }[]
  }
  return calls.filter(({ account_id }) => account_id === setup.account.accountId).reverse()
}

test('publishes a reel through all phases and identifies it by its post', async () => {
  const { externalId, url } = await setup.publish(
    setup.post({ postType: 'reel', media: [setup.video('upright')] }),
    new MemoryRun(),
  )
  const made = (await calls()).map(({ call }) => call)
  expect(made.filter((call) => call !== 'status')).toEqual(['initialize', 'upload', 'publish'])
  // An accepted video is processed before it is visible.
  expect(made.slice(made.indexOf('publish') + 1).length).toBeGreaterThan(1)
  expect(externalId).toMatch(new RegExp(`^${setup.account.accountId}_\\d+$`))
  expect(url).toContain('/reel/')
})

test.each(['reel', 'story'] as const)(
  'a %s that is never ready releases the row, and is uploaded once',
  async (postType) => {
    await setup.networks.control('POST', 'settings', { network: 'facebook', polls_until_finished: 1_000 })
    const run = new MemoryRun()
    run.signal = AbortSignal.timeout(600)
    const post = setup.post({ postType, media: [setup.video('upright')] })
    expect(await setup.refused(post, run)).toMatchObject({
      code: 'still_processing',
      outcome: 'not_sent',
      isRetryable: true,
    })
    await setup.networks.control('POST', 'settings', { network: 'facebook', polls_until_finished: null })
    run.signal = undefined
    await setup.publish(post, run)
    expect(run.made).toMatchObject({ 'video-start': 1, 'video-upload': 1, publish: 1 })
    expect(await setup.posts()).toHaveLength(1)
  },
)

test('continues after an upload without a response, without uploading again', async () => {
  await setup.fault({ fault: 'timeout_after', call: 'upload', times: 1 })
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(1_000)
  const post = setup.post({ postType: 'reel', media: [setup.video('upright')] })
  expect(await setup.refused(post, run)).toMatchObject({ outcome: 'not_sent', isRetryable: true })
  run.signal = undefined
  await setup.publish(post, run)
  expect(run.made).toMatchObject({ 'video-start': 1, publish: 1 })
  expect(await setup.posts()).toHaveLength(1)
})

test('reports Facebook’s message for an unusable video, and publishes nothing', async () => {
  const run = new MemoryRun()
  const fault = await setup.refused(setup.post({ postType: 'reel', media: [setup.video('long')] }), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', code: 'video_failed', isRetryable: false })
  expect(fault.message).toContain('The duration of the video is not supported.')
  expect(run.steps).toEqual({})
  expect(await setup.posts()).toEqual([])
})

test.each(['reel', 'story'] as const)(
  'a %s that was accepted and fails in processing fails the row',
  async (postType) => {
    await setup.fault({ fault: 'container_error', reason: 'The video is corrupt.', times: 1 })
    const run = new MemoryRun()
    const post = setup.post({ postType, media: [setup.video('upright')] })
    const fault = await setup.refused(post, run)
    expect((await calls()).map(({ call }) => call)).toContain('publish')
    expect(fault).toMatchObject({ outcome: 'refused', category: 'render', code: 'video_failed', isRetryable: false })
    expect(fault.message).toContain('The video is corrupt.')
    expect(await setup.posts()).toEqual([])
    // A retry starts from the beginning.
    await setup.publish(post, run)
    expect(await setup.posts()).toHaveLength(1)
  },
)

test('deletes unpublished photos when Facebook refuses the post permanently', async () => {
  await setup.fault({ fault: 'refuse', preset: 'content', call: 'publish', times: 1 })
  const run = new MemoryRun()
  const post = setup.post({ media: setup.images(2), postType: 'carousel' })
  expect(await setup.refused(post, run)).toMatchObject({ outcome: 'refused', isRetryable: false })
  expect((await calls()).map(({ call }) => call)).toEqual(['upload', 'upload', 'publish', 'delete', 'delete'])
  expect(run.steps).toEqual({})
  await setup.publish(post, run)
  expect(await setup.posts()).toHaveLength(1)
})

test.each([
  ['a rate limit', { fault: 'rate_limit' }],
  ['a duplicate', { fault: 'refuse', preset: 'duplicate' }],
  ['an unknown outcome', { fault: 'timeout_before' }],
  ['a missing permission', { fault: 'refuse', preset: 'permission' }],
])('keeps unpublished photos after a temporary refusal: %s', async (_, fault) => {
  await setup.fault({ ...fault, call: 'publish', times: 1 })
  const run = new MemoryRun(800)
  await setup.refused(setup.post({ media: setup.images(2), postType: 'carousel' }), run)
  expect((await calls()).map(({ call }) => call)).not.toContain('delete')
  expect(Object.keys(run.steps)).toEqual(['photo-1', 'photo-2'])
})

test('delays the 31st reel within 24 hours', async () => {
  const aReel = () => setup.post({ postType: 'reel', media: [setup.video('upright')] })
  await Promise.all(Array.from({ length: 30 }, () => setup.publish(aReel(), new MemoryRun(30_000))))
  const fault = await setup.refused(aReel())
  expect(fault).toMatchObject({ outcome: 'refused', category: 'rate', code: '613/1996', isRetryable: true })
})

test('publishes a link without media as a link post', async () => {
  const post = setup.post({ link: 'https://example.com/a?utm_source=facebook' })
  await setup.publish(post, new MemoryRun())
  expect(await setup.posts()).toMatchObject([{ text: post.text, link: post.link, media: [] }])
})

test('finds a link post with an unknown outcome', async () => {
  const post = setup.post({ link: 'https://example.com/a' })
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(setup.publish(post, run)).rejects.toThrow()
  const found = await channels.facebook.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'found' })
})

test('builds the permalink if it cannot be read', async () => {
  await setup.fault({ fault: 'refuse', preset: 'permission', call: 'read' })
  const { externalId, url } = await setup.publish(setup.post(), new MemoryRun())
  expect(url).toBe(`https://www.facebook.com/${externalId}`)
})
