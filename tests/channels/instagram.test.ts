import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('instagram')
publishesOnce('instagram', world, { hasText: false, describesAll: true })

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
  expect(await world.refused(post, run)).toMatchObject({ isDuplicate: true, code: 'container_published' })
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
