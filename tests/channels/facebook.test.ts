import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('facebook')
publishesOnce('facebook', world, { hasText: true, describesAll: true })

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
