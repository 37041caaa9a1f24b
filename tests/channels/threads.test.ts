import { expect, test } from 'vitest'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('threads')
publishesOnce('threads', world, { hasText: true, describesAll: true })

test('a text post carries its link as an attachment', async () => {
  const post = world.post({ link: 'https://example.com/a?utm_source=threads' })
  await world.publish(post, new MemoryRun())
  expect(await world.posts()).toMatchObject([{ text: post.text, link: post.link }])
})

test('a container that expired is made anew, once', async () => {
  await world.fault({ fault: 'container_expired', call: 'container', times: 1 })
  const run = new MemoryRun()
  await world.publish(world.post(), run)
  expect(run.made.container).toBe(2)
  expect(await world.posts()).toHaveLength(1)
})

test('a container that failed tells why', async () => {
  await world.fault({ fault: 'container_error', call: 'container', times: 1, reason: 'INVALID_ASPEC_RATIO' })
  const fault = await world.refused(world.post({ media: world.images(1) }))
  expect(fault).toMatchObject({ category: 'render', code: 'INVALID_ASPEC_RATIO', isRetryable: false })
})
