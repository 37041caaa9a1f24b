import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('instagram')
publishesOnce('instagram', world, {
  hasText: false,
  describesAll: true,
  // A story has no words.
  shownText: ({ postType, text }) => (postType === 'story' ? '' : text),
  forms: {
    'a reel': () => ({ postType: 'reel', media: [world.film('upright')], coverImageUrl: world.networks.image() }),
    'pictures and a film': () => ({
      postType: 'carousel',
      media: [...world.images(2), world.film('wide'), ...world.images(1)],
    }),
    'a story with a picture': () => ({ postType: 'story', media: [{ ...world.images(1)[0]!, altText: null }] }),
    'a story with a film': () => ({ postType: 'story', media: [world.film('upright')] }),
  },
})

test('a film by itself is a reel, with its cover, and its address is that of a reel', async () => {
  const { url } = await world.publish(world.post({ media: [world.film('wide')] }), new MemoryRun())
  expect(url).toMatch(/\/reel\/[\w-]{11}\/$/)
  expect(await world.posts()).toMatchObject([
    { detail: { shape: 'REELS' }, media: [{ url: expect.stringMatching(/mp4$/) }] },
  ])
})

test('two stories in doubt at once are told apart by what they show', async () => {
  const film = world.post({ postType: 'story', media: [world.film('upright')] })
  const picture = world.post({ postType: 'story', media: world.images(1) })
  const [first, second] = [new MemoryRun(), new MemoryRun()]
  for (const [post, run] of [
    [film, first],
    [picture, second],
  ] as const) {
    run.crashInside = 'publish'
    await expect(world.publish(post, run)).rejects.toThrow()
  }
  const [shown, drawn] = await world.posts()
  const call = { signal: AbortSignal.timeout(2_000) }
  expect(await channels.instagram.find(picture, world.account, second.doubt(), call)).toMatchObject({
    result: { id: drawn?.id },
  })
  expect(await channels.instagram.find(film, world.account, first.doubt(), call)).toMatchObject({
    result: { id: shown?.id },
  })
})

test('pictures of a carousel that are not ready are waited for, and made once', async () => {
  await world.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: 2 })
  const run = new MemoryRun()
  await world.publish(world.post({ media: world.images(2), postType: 'carousel' }), run)
  await world.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: null })
  expect(run.made).toEqual({ 'child-1': 1, 'child-2': 1, container: 1, publish: 1 })
  expect(await world.posts()).toHaveLength(1)
})

test('a film that is never ready gives the row back, and its container is taken up where it was left', async () => {
  await world.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: 1_000 })
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(300)
  const post = world.post({ postType: 'reel', media: [world.film('upright')] })
  const fault = await world.refused(post, run)
  expect(fault).toMatchObject({ code: 'still_processing', outcome: 'not_sent', category: 'render', isRetryable: true })
  await world.networks.control('POST', 'settings', { network: 'instagram', polls_until_finished: null })
  run.signal = undefined
  await world.publish(post, run)
  expect(run.made.container).toBe(1)
  expect(await world.posts()).toHaveLength(1)
})

test.each([
  ['of an hour', 'long.mp4', { code: '2207026', isRetryable: false }],
  ['that is not there', 'nothing.mp4', { code: '2207076', isRetryable: true }],
])('a film %s fails with the reason, and nothing goes out', async (_, file, expected) => {
  const media = [{ url: `${world.networks.url}/samples/${file}`, kind: 'video' as const, altText: null }]
  const fault = await world.refused(world.post({ postType: 'reel', media }))
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', ...expected })
  expect(await world.posts()).toEqual([])
})

test('a spent quota names the time at which the next place gets free', async () => {
  await world.networks.control('POST', 'settings', { network: 'instagram', posts_per_day: 2 })
  for (let count = 0; count < 2; count++) await world.publish(world.post({ media: world.images(1) }), new MemoryRun())
  const run = new MemoryRun()
  const post = world.post({ media: world.images(1) })
  const fault = await world.refused(post, run)
  const [oldest] = await world.posts()
  expect(fault).toMatchObject({ outcome: 'refused', category: 'rate', code: '9/2207042', isRetryable: true })
  // The list gives whole seconds.
  const freeMs = Math.floor(Date.parse(oldest?.created_at ?? '') / 1_000) * 1_000 + 86_400_000
  expect(fault.retryAt).toEqual(new Date(freeMs))
  expect(fault.message).toMatch(/^Instagram lets this account post 2 times in 24 hours.* UTC\.$/)
  await world.networks.control('POST', 'settings', { network: 'instagram', posts_per_day: null })
  await world.publish(post, run)
  expect(run.made.container).toBe(1)
})

test('a container that expired is made anew, once', async () => {
  await world.fault({ fault: 'container_expired', call: 'container', times: 1 })
  const run = new MemoryRun()
  await world.publish(world.post({ media: world.images(1) }), run)
  expect(run.made.container).toBe(2)
  expect(run.notes).toHaveLength(1)
  expect(await world.posts()).toHaveLength(1)

  await world.fault({ fault: 'container_expired', call: 'container', times: 2 })
  const fault = await world.refused(world.post({ media: world.images(1) }))
  expect(fault).toMatchObject({ category: 'render', isRetryable: true })
})

test('a container that failed tells why, and is not used again', async () => {
  await world.fault({ fault: 'container_error', call: 'container', times: 1, reason: '2207026' })
  const run = new MemoryRun()
  const fault = await world.refused(world.post({ media: world.images(1) }), run)
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', code: '2207026', isRetryable: false })
  // It was a picture.
  expect(fault.message).toBe(
    'Instagram does not take the format of the media. Give a picture as JPEG, a film as MP4 with H.264 and AAC.',
  )
  expect(run.steps).toEqual({})
})

test('a container that became a post is not published again, even when nothing is on record', async () => {
  const post = world.post({ media: world.images(1) })
  const run = new MemoryRun()
  await world.publish(post, run)
  delete run.steps.publish
  expect(await world.refused(post, run)).toMatchObject({
    isDuplicate: true,
    isOwnDuplicate: true,
    code: 'container_published',
  })
  const found = await channels.instagram.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toMatchObject({ state: 'found' })
})

test('published and not listed yet is neither found nor absent', async () => {
  await world.networks.control('POST', 'settings', { network: 'instagram', visibility_lag_ms: 60_000 })
  const post = world.post({ media: world.images(1) })
  const run = new MemoryRun()
  run.crashInside = 'publish'
  await expect(world.publish(post, run)).rejects.toThrow()
  const call = { signal: AbortSignal.timeout(2_000) }
  const doubt = run.doubt()
  await expect(channels.instagram.find(post, world.account, doubt, call)).rejects.toMatchObject({
    code: 'not_yet_visible',
    isRetryable: true,
  })
  const longAgo = { ...doubt, sentAt: new Date(Date.now() - 3_600_000) }
  const found = await channels.instagram.find(post, world.account, longAgo, call)
  expect(found).toEqual({ state: 'found', result: run.steps.container })
  await world.networks.control('POST', 'settings', { network: 'instagram', visibility_lag_ms: null })
})

test('a post whose address cannot be read is out all the same', async () => {
  await world.fault({ fault: 'refuse', preset: 'server_error', call: 'read' })
  const { url } = await world.publish(world.post({ media: world.images(1) }), new MemoryRun())
  expect(url).toBe(`https://www.instagram.com/${world.account.handle}/`)
})
