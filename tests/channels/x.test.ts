import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('x')
publishesOnce('x', world, { hasText: true, describesAll: true })

const parts = ['First part, with a picture.', 'Second part.', 'Second part.', 'The end. https://example.com/x']
const aThread = () => world.post({ thread: parts, media: world.images(1) })

async function chain(): Promise<string[]> {
  const posts = await world.posts()
  const texts: string[] = []
  for (let at = posts.find(({ parent_id }) => parent_id === null); at; ) {
    texts.push(at.text)
    const { id } = at
    at = posts.find(({ parent_id }) => parent_id === id)
  }
  return texts
}

test('a thread is a chain in which each part answers the one before it', async () => {
  await world.networks.control('POST', 'settings', { network: 'x', detect_duplicates: false })
  const { externalId, url } = await world.publish(aThread(), new MemoryRun())
  expect(await chain()).toEqual(parts)
  const [first, ...others] = await world.posts()
  expect(first).toMatchObject({ id: externalId, parent_id: null })
  expect([first?.media.length, ...others.map(({ media }) => media.length)]).toEqual([1, 0, 0, 0])
  expect(url).toBe(`https://x.com/${world.account.handle}/status/${externalId}`)
})

test.each(parts.map((_, index) => index + 1))(
  'part %i in doubt is found, and the chain goes on from it',
  async (number) => {
    const post = aThread()
    const run = new MemoryRun()
    run.crashInside = `thread-${number}`
    await expect(world.publish(post, run)).rejects.toThrow()
    const found = await channels.x.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
    if (found.state !== 'found') throw new Error(JSON.stringify(found))
    run.adopt(found.result)
    const { externalId } = await world.publish(post, run)
    expect(await chain()).toEqual(parts)
    expect(await world.posts()).toHaveLength(parts.length)
    expect((await world.posts())[0]?.id).toBe(externalId)
  },
)

test('a part that never went out is absent, though an equal one stands before it', async () => {
  const post = aThread()
  const run = new MemoryRun(800)
  await world.fault({ fault: 'reset_before', call: 'publish', times: 1, skip: 2 })
  await world.refused(post, run)
  expect(run.sending?.step).toBe('thread-3')
  const found = await channels.x.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'absent' })
  run.sending = null
  await world.publish(post, run)
  expect(await chain()).toEqual(parts)
  await world.networks.control('POST', 'settings', { network: 'x', detect_duplicates: null })
})

test('X’s own duplicate refusal is evidence, and says so', async () => {
  const post = world.post()
  await world.publish(post, new MemoryRun())
  expect(await world.refused(post)).toMatchObject({ outcome: 'refused', isDuplicate: true, category: 'content' })
})

test('accepted with a 503 and not listed: absent for the list, and a duplicate for X', async () => {
  await world.networks.control('POST', 'settings', { network: 'x', visibility_lag_ms: 600_000 })
  await world.fault({ fault: 'error_after', status: 503, call: 'publish', times: 1 })
  const post = world.post()
  const run = new MemoryRun()
  expect(await world.refused(post, run)).toMatchObject({ outcome: 'unknown', isDuplicate: false })
  const found = await channels.x.find(post, world.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'absent' })
  expect(await world.refused(post)).toMatchObject({ outcome: 'refused', isDuplicate: true, isOwnDuplicate: false })
  await world.networks.control('POST', 'settings', { network: 'x', visibility_lag_ms: null })
})

test('a rate limit waits for the time that X names', async () => {
  await world.fault({ fault: 'rate_limit', retry_after_seconds: 90, call: 'publish', times: 1 })
  const { retryAt } = await world.refused(world.post())
  const seconds = ((retryAt?.getTime() ?? 0) - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(85)
  expect(seconds).toBeLessThan(92)
})

test('what is no picture, or is not there, is a fault of the media', async () => {
  const at = (url: string) => world.refused(world.post({ media: [{ url, kind: 'image', altText: null }] }))
  expect(await at(`${world.networks.url}/samples/none.jpg`)).toMatchObject({ category: 'render', isRetryable: false })
  expect(await at('http://169.254.169.254/latest/meta-data')).toMatchObject({ code: 'media_address_refused' })
  expect(await at(`${world.networks.url}/control/accounts`)).toMatchObject({ code: 'media_address_refused' })
})
