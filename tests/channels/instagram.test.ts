import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('instagram')
publishesOnce('instagram', setup, {
  hasText: false,
  describesAll: true,
  // A story has no text.
  shownText: ({ postType, text }) => (postType === 'story' ? '' : text),
  forms: {
    'a reel': () => ({ postType: 'reel', media: [setup.video('upright')], coverImageUrl: setup.networks.image() }),
    'images and a video': () => ({
      postType: 'carousel',
      media: [...setup.images(2), setup.video('wide'), ...setup.images(1)],
    }),
    'a story with an image': () => ({ postType: 'story', media: [{ ...setup.images(1)[0]!, altText: null }] }),
    'a story with a video': () => ({ postType: 'story', media: [setup.video('upright')] }),
  },
})

test('publishes a single video as a reel with its cover', async () => {
  const { url } = await setup.publish(setup.post({ media: [setup.video('wide')] }), new MemoryRun())
  expect(url).toMatch(/\/reel\/[\w-]{11}\/$/)
  expect(await setup.posts()).toMatchObject([
    { detail: { shape: 'REELS' }, media: [{ url: expect.stringMatching(/mp4$/) }] },
  ])
})

test('distinguishes two stories with unknown outcomes by their media', async () => {
  const video = setup.post({ postType: 'story', media: [setup.video('upright')] })
  const image = setup.post({ postType: 'story', media: setup.images(1) })
  const [first, second] = [new MemoryRun(), new MemoryRun()]
  for (const [post, run] of [
    [video, first],
    [image, second],
  ] as const) {
    run.crashInside = 'publish'
    await expect(setup.publish(post, run)).rejects.toThrow()
  }
  const [shown, drawn] = await setup.posts()
  const call = { signal: AbortSignal.timeout(2_000) }
  expect(await channels.instagram.find(image, setup.account, second.doubt(), call)).toMatchObject({
    result: { id: drawn?.id },
  })
  expect(await channels.instagram.find(video, setup.account, first.doubt(), call)).toMatchObject({
    result: { id: shown?.id },
  })
})

test('waits for carousel images and creates them once', async () => {
  await setup.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: 2 })
  const run = new MemoryRun()
  await setup.publish(setup.post({ media: setup.images(2), postType: 'carousel' }), run)
  await setup.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: null })
  expect(run.made).toEqual({ 'child-1': 1, 'child-2': 1, container: 1, publish: 1 })
  expect(await setup.posts()).toHaveLength(1)
})

test('a video that is never ready is continued later with the same container', async () => {
  await setup.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: 1_000 })
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(300)
  const post = setup.post({ postType: 'reel', media: [setup.video('upright')] })
  const fault = await setup.refused(post, run)
  expect(fault).toMatchObject({ code: 'still_processing', outcome: 'not_sent', category: 'render', isRetryable: true })
  await setup.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: null })
  run.signal = undefined
  await setup.publish(post, run)
  expect(run.made.container).toBe(1)
  expect(await setup.posts()).toHaveLength(1)
})

test.each([
  ['of an hour', 'long.mp4', { code: '2207026', isRetryable: false }],
  ['that is not there', 'nothing.mp4', { code: '2207076', isRetryable: true }],
])('a video %s fails with the reason, and nothing is published', async (_, file, expected) => {
  const media = [{ url: `${setup.networks.url}/samples/${file}`, kind: 'video' as const, altText: null }]
  const fault = await setup.refused(setup.post({ postType: 'reel', media }))
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', ...expected })
  expect(await setup.posts()).toEqual([])
})

test('a used quota returns the time of the next free slot', async () => {
  await setup.networks.control('POST', 'settings', { network: 'instagram', posts_per_day: 2 })
  for (let count = 0; count < 2; count++) await setup.publish(setup.post({ media: setup.images(1) }), new MemoryRun())
  const run = new MemoryRun()
  const post = setup.post({ media: setup.images(1) })
  const fault = await setup.refused(post, run)
  const [oldest] = await setup.posts()
  expect(fault).toMatchObject({ outcome: 'refused', category: 'rate', code: '9/2207042', isRetryable: true })
  // Listings have whole seconds.
  const freeMs = Math.floor(Date.parse(oldest?.created_at ?? '') / 1_000) * 1_000 + 86_400_000
  expect(fault.retryAt).toEqual(new Date(freeMs))
  expect(fault.message).toMatch(/^The account reached Instagram’s limit of 2 posts in 24 hours\. .* UTC\.$/)
  await setup.networks.control('POST', 'settings', { network: 'instagram', posts_per_day: null })
  await setup.publish(post, run)
  expect(run.made.container).toBe(1)
})

test('creates an expired container again, once', async () => {
  await setup.fault({ fault: 'container_expired', call: 'container', times: 1 })
  const run = new MemoryRun()
  await setup.publish(setup.post({ media: setup.images(1) }), run)
  expect(run.made.container).toBe(2)
  expect(run.notes).toHaveLength(1)
  expect(await setup.posts()).toHaveLength(1)

  await setup.fault({ fault: 'container_expired', call: 'container', times: 2 })
  const fault = await setup.refused(setup.post({ media: setup.images(1) }))
  expect(fault).toMatchObject({ category: 'render', isRetryable: true })
})

test('reports why a container failed, and does not reuse it', async () => {
  await setup.fault({ fault: 'container_error', call: 'container', times: 1, reason: '2207026' })
  const run = new MemoryRun()
  const fault = await setup.refused(setup.post({ media: setup.images(1) }), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', code: '2207026', isRetryable: false })
  // It was an image.
  expect(fault.message).toBe(
    'Instagram does not support the media format. Use JPEG for images, and MP4 with H.264 and AAC for videos.',
  )
  expect(run.steps).toEqual({})
})

test('does not publish a published container again, even without a record', async () => {
  const post = setup.post({ media: setup.images(1) })
  const run = new MemoryRun()
  await setup.publish(post, run)
  delete run.steps.publish
  expect(await setup.refused(post, run)).toMatchObject({
    isDuplicate: true,
    isOwnDuplicate: true,
    code: 'container_published',
  })
  const found = await channels.instagram.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'found' })
})

test('a published post that is not listed yet is neither found nor absent', async () => {
  await setup.networks.control('POST', 'settings', { network: 'instagram', visibility_lag_ms: 60_000 })
  const post = setup.post({ media: setup.images(1) })
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(setup.publish(post, run)).rejects.toThrow()
  const call = { signal: AbortSignal.timeout(2_000) }
  const doubt = run.doubt()
  await expect(channels.instagram.find(post, setup.account, doubt, call)).rejects.toMatchObject({
    code: 'not_yet_visible',
    isRetryable: true,
  })
  const longAgo = { ...doubt, sentAt: new Date(Date.now() - 3_600_000) }
  const found = await channels.instagram.find(post, setup.account, longAgo, call)
  expect(found).toEqual({ state: 'found', result: run.steps.container })
  await setup.networks.control('POST', 'settings', { network: 'instagram', visibility_lag_ms: null })
})

test('a post without a readable permalink counts as published', async () => {
  await setup.fault({ fault: 'refuse', preset: 'server_error', call: 'read' })
  const { url } = await setup.publish(setup.post({ media: setup.images(1) }), new MemoryRun())
  expect(url).toBe(`https://www.instagram.com/${setup.account.handle}/`)
})
