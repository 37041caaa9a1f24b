import { describe, expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { Crash, MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('threads')
publishesOnce('threads', setup, {
  hasText: true,
  describesAll: true,
  forms: {
    'a video': () => ({ postType: 'reel', media: [setup.video('upright', 'Bread rising')] }),
    'images and a video': () => ({
      postType: 'carousel',
      media: [...setup.images(2), setup.video('wide', 'The oven'), ...setup.images(1)],
    }),
  },
})

describe('a thread', () => {
  // Two parts have the same text, so text does not identify a part.
  const parts = ['Fresh bread.', 'Rolls as well.', 'Fresh bread.', 'From seven.']
  const chain = (changes = {}) => setup.post({ text: parts.join('\n\n'), thread: parts, ...changes })
  const isWhole = async (externalId: string) => {
    const posts = await setup.posts()
    expect(posts.map(({ text }) => text)).toEqual(parts)
    // Every part replies to the one before.
    expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
    expect(externalId).toBe(posts[0]?.id)
  }
  const call = () => ({ signal: AbortSignal.timeout(3_000) })

  test('is published in order, with media and link in the first part', async () => {
    const { externalId } = await setup.publish(chain({ media: setup.images(2) }), new MemoryRun())
    await isWhole(externalId)
    expect((await setup.posts()).map(({ media }) => media.length)).toEqual([2, 0, 0, 0])
  })

  test('shows its link below the first part', async () => {
    await setup.publish(chain({ link: 'https://example.com/a' }), new MemoryRun())
    expect((await setup.posts()).map(({ link }) => link)).toEqual(['https://example.com/a', null, null, null])
  })

  const steps = parts.flatMap((_, index) => [`container-${index + 1}`, `thread-${index + 1}`])
  test.each(steps)('continues after a crash after %s, and repeats nothing', async (step) => {
    const run = new MemoryRun()
    run.crashAfter = step
    await expect(setup.publish(chain(), run)).rejects.toThrow(Crash)
    await isWhole((await setup.publish(chain(), run)).externalId)
    expect(run.made).toEqual(Object.fromEntries(steps.map((name) => [name, 1])))
  })

  test.each([1, 2, 3, 4])(
    'whose part %i was answered and not recorded is found and goes on from there',
    async (part) => {
      const run = new MemoryRun()
      run.crashInside = `thread-${part}`
      await expect(setup.publish(chain(), run)).rejects.toThrow(Crash)
      const found = await channels.threads.find(chain(), setup.account, run.doubt(), call())
      expect(found).toEqual({ state: 'found', result: { id: (await setup.posts()).at(-1)?.id } })
      if (found.state === 'found') run.adopt(found.result)
      await isWhole((await setup.publish(chain(), run)).externalId)
    },
  )

  test.each([
    ['timeout_before', 'absent'],
    ['timeout_after', 'found'],
  ])('%s at a reply: %s, and no reply is duplicate', async (fault, state) => {
    await setup.fault({ fault, call: 'publish', skip: 2, times: 1 })
    const run = new MemoryRun(800)
    expect(await setup.refused(chain(), run)).toMatchObject({ outcome: 'unknown' })
    expect(run.sending?.step).toBe('thread-3')
    const found = await channels.threads.find(chain(), setup.account, run.doubt(), call())
    expect(found.state).toBe(state)
    if (found.state === 'found') run.adopt(found.result)
    else run.sending = null
    await isWhole((await setup.publish(chain(), run)).externalId)
  })

  test('ignores replies of another thread', async () => {
    await setup.publish(chain(), new MemoryRun())
    const before = (await setup.posts()).map(({ id }) => id)
    const run = new MemoryRun(800)
    await setup.fault({ fault: 'reset_before', call: 'publish', skip: 1, times: 1 })
    await setup.refused(chain(), run)
    // Without the container’s status, only the list shows the result.
    delete run.steps['container-2']
    expect(await channels.threads.find(chain(), setup.account, run.doubt(), call())).toEqual({ state: 'absent' })
    expect((await setup.posts()).filter(({ id }) => !before.includes(id))).toHaveLength(1)
  })

  test('replies have their own quota with its own reset time', async () => {
    await setup.networks.control('POST', 'settings', { network: 'threads', posts_per_day: 1 })
    const run = new MemoryRun()
    await isWhole((await setup.publish(chain(), run)).externalId)
    const fault = await setup.refused(chain())
    expect(fault).toMatchObject({ category: 'rate', code: '9/2207042' })
    expect(fault.message).toMatch(/^The account reached Threads’s limit of 1 post in 24 hours/)
    expect((fault.retryAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(86_000_000)
    await setup.networks.control('POST', 'settings', { network: 'threads', posts_per_day: null })
  })
})

test.each([
  ['of an hour', 'long.mp4', { code: 'INVALID_DURATION', isRetryable: false }],
  ['that is not there', 'nothing.mp4', { code: 'FAILED_DOWNLOADING_VIDEO', isRetryable: true }],
])('a video %s fails with the reason, and nothing is published', async (_, file, expected) => {
  const media = [{ url: `${setup.networks.url}/samples/${file}`, kind: 'video' as const, altText: null }]
  const fault = await setup.refused(setup.post({ postType: 'reel', media }))
  expect(fault).toMatchObject({ outcome: 'refused', category: 'render', ...expected })
  expect(await setup.posts()).toEqual([])
})

test('sends the link of a text post as an attachment', async () => {
  const post = setup.post({ link: 'https://example.com/a?utm_source=threads' })
  await setup.publish(post, new MemoryRun())
  expect(await setup.posts()).toMatchObject([{ text: post.text, link: post.link }])
})

test('creates an expired container again, once', async () => {
  await setup.fault({ fault: 'container_expired', call: 'container', times: 1 })
  const run = new MemoryRun()
  await setup.publish(setup.post(), run)
  expect(run.made.container).toBe(2)
  expect(await setup.posts()).toHaveLength(1)
})

test('waits for a text container within the same attempt', async () => {
  await setup.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: 2 })
  const run = new MemoryRun()
  await setup.publish(setup.post(), run)
  await setup.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: null })
  expect(run.made).toEqual({ container: 1, publish: 1 })
  expect(await setup.posts()).toHaveLength(1)
})

test('a video that is never ready is continued later with the same container', async () => {
  await setup.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: 1_000 })
  const run = new MemoryRun()
  run.signal = AbortSignal.timeout(300)
  const post = setup.post({ media: [setup.video('upright')] })
  const fault = await setup.refused(post, run)
  expect(fault).toMatchObject({ code: 'still_processing', outcome: 'not_sent', category: 'render', isRetryable: true })
  expect(await setup.posts()).toEqual([])
  await setup.networks.control('POST', 'settings', { network: 'threads', polls_until_finished: null })
  run.signal = undefined
  await setup.publish(post, run)
  expect(run.made.container).toBe(1)
  expect(await setup.posts()).toHaveLength(1)
})

test('reports why a container failed', async () => {
  await setup.fault({ fault: 'container_error', call: 'container', times: 1, reason: 'INVALID_ASPEC_RATIO' })
  const fault = await setup.refused(setup.post({ media: setup.images(1) }))
  expect(fault).toMatchObject({ category: 'render', code: 'INVALID_ASPEC_RATIO', isRetryable: false })
})
