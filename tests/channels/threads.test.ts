import { describe, expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { Crash, MemoryRun } from '../support/memory-run'

const world = aNetwork('threads')
publishesOnce('threads', world, {
  hasText: true,
  describesAll: true,
  forms: {
    'a film': () => ({ postType: 'reel', media: [world.film('upright', 'Bread rising')] }),
    'pictures and a film': () => ({
      postType: 'carousel',
      media: [...world.images(2), world.film('wide', 'The oven'), ...world.images(1)],
    }),
  },
})

describe('a chain', () => {
  // One text stands twice: by its words alone, the third part could be taken for the first.
  const parts = ['Fresh bread.', 'Rolls as well.', 'Fresh bread.', 'From seven.']
  const chain = (changes = {}) => world.post({ text: parts.join('\n\n'), thread: parts, ...changes })
  const isWhole = async (externalId: string) => {
    const posts = await world.posts()
    expect(posts.map(({ text }) => text)).toEqual(parts)
    // Every part answers the one before it.
    expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
    expect(externalId).toBe(posts[0]?.id)
  }
  const call = () => ({ signal: AbortSignal.timeout(3_000) })

  test('goes out in order, with media and link at its first part', async () => {
    const { externalId } = await world.publish(chain({ media: world.images(2) }), new MemoryRun())
    await isWhole(externalId)
    expect((await world.posts()).map(({ media }) => media.length)).toEqual([2, 0, 0, 0])
  })

  test('with a link shows it below its first part', async () => {
    await world.publish(chain({ link: 'https://example.com/a' }), new MemoryRun())
    expect((await world.posts()).map(({ link }) => link)).toEqual(['https://example.com/a', null, null, null])
  })

  const steps = parts.flatMap((_, index) => [`container-${index + 1}`, `thread-${index + 1}`])
  test.each(steps)('goes on after a death behind %s, and repeats nothing', async (step) => {
    const run = new MemoryRun()
    run.crashAfter = step
    await expect(world.publish(chain(), run)).rejects.toThrow(Crash)
    await isWhole((await world.publish(chain(), run)).externalId)
    expect(run.made).toEqual(Object.fromEntries(steps.map((name) => [name, 1])))
  })

  test.each([1, 2, 3, 4])(
    'whose part %i was answered and not recorded is found and goes on from there',
    async (part) => {
      const run = new MemoryRun()
      run.crashInside = `thread-${part}`
      await expect(world.publish(chain(), run)).rejects.toThrow(Crash)
      const found = await channels.threads.find(chain(), world.account, run.doubt(), call())
      expect(found).toEqual({ state: 'found', result: { id: (await world.posts()).at(-1)?.id } })
      if (found.state === 'found') run.adopt(found.result)
      await isWhole((await world.publish(chain(), run)).externalId)
    },
  )

  test.each([
    ['timeout_before', 'absent'],
    ['timeout_after', 'found'],
  ])('%s at a reply: %s, and no reply twice', async (fault, state) => {
    await world.fault({ fault, call: 'publish', skip: 2, times: 1 })
    const run = new MemoryRun(800)
    expect(await world.refused(chain(), run)).toMatchObject({ outcome: 'unknown' })
    expect(run.sending?.step).toBe('thread-3')
    const found = await channels.threads.find(chain(), world.account, run.doubt(), call())
    expect(found.state).toBe(state)
    if (found.state === 'found') run.adopt(found.result)
    else run.sending = null
    await isWhole((await world.publish(chain(), run)).externalId)
  })

  test('does not take the reply of another chain for its own', async () => {
    await world.publish(chain(), new MemoryRun())
    const before = (await world.posts()).map(({ id }) => id)
    const run = new MemoryRun(800)
    await world.fault({ fault: 'reset_before', call: 'publish', skip: 1, times: 1 })
    await world.refused(chain(), run)
    // Without the container, which knows that it became nothing, the list alone has to tell.
    delete run.steps['container-2']
    expect(await channels.threads.find(chain(), world.account, run.doubt(), call())).toEqual({ state: 'absent' })
    expect((await world.posts()).filter(({ id }) => !before.includes(id))).toHaveLength(1)
  })

  test('replies have a quota of their own, which names when it frees', async () => {
    await world.networks.control('POST', 'settings', { network: 'threads', posts_per_day: 1 })
    const run = new MemoryRun()
    await isWhole((await world.publish(chain(), run)).externalId)
    const fault = await world.refused(chain())
    expect(fault).toMatchObject({ category: 'rate', code: '9/2207042' })
    expect(fault.message).toMatch(/^Threads lets this account post once in 24 hours/)
    expect((fault.retryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(86_000_000)
    await world.networks.control('POST', 'settings', { network: 'threads', posts_per_day: null })
  })
})

test.each([
  ['of an hour', 'long.mp4', { code: 'INVALID_DURATION', isRetryable: false }],
  ['that is not there', 'nothing.mp4', { code: 'FAILED_DOWNLOADING_VIDEO', isRetryable: true }],
])('a film %s fails with the reason, and nothing goes out', async (_, file, expected) => {
  const media = [{ url: `${world.networks.url}/samples/${file}`, kind: 'video' as const, altText: null }]
  const fault = await world.refused(world.post({ postType: 'reel', media }))
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', ...expected })
  expect(await world.posts()).toEqual([])
})

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

test('a text that is not ready at once is waited for, and published in the same attempt', async () => {
  await world.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: 2 })
  const run = new MemoryRun()
  await world.publish(world.post(), run)
  await world.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: null })
  expect(run.made).toEqual({ container: 1, publish: 1 })
  expect(await world.posts()).toHaveLength(1)
})

test('a film that is never ready gives the row back, and its container is taken up where it was left', async () => {
  await world.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: 1_000 })
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(300)
  const post = world.post({ media: [world.film('upright')] })
  const fault = await world.refused(post, run)
  expect(fault).toMatchObject({ code: 'still_processing', outcome: 'not_sent', category: 'render', isRetryable: true })
  expect(await world.posts()).toEqual([])
  await world.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: null })
  run.signal = undefined
  await world.publish(post, run)
  expect(run.made.container).toBe(1)
  expect(await world.posts()).toHaveLength(1)
})

test('a container that failed tells why', async () => {
  await world.fault({ fault: 'container_error', call: 'container', times: 1, reason: 'INVALID_ASPEC_RATIO' })
  const fault = await world.refused(world.post({ media: world.images(1) }))
  expect(fault).toMatchObject({ category: 'render', code: 'INVALID_ASPEC_RATIO', isRetryable: false })
})
