import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('x')
publishesOnce('x', setup, { hasText: true, describesAll: true })

const parts = ['First part, with an image.', 'Second part.', 'Second part.', 'The end. https://example.com/x']
const aThread = () => setup.post({ thread: parts, media: setup.images(1) })

async function chain(): Promise<string[]> {
  const posts = await setup.posts()
  const texts: string[] = []
  for (let at = posts.find(({ parent_id }) => parent_id === null); at; ) {
    texts.push(at.text)
    const { id } = at
    at = posts.find(({ parent_id }) => parent_id === id)
  }
  return texts
}

test('publishes a thread as a chain of replies', async () => {
  await setup.networks.control('POST', 'settings', { network: 'x', detect_duplicates: false })
  const { externalId, url } = await setup.publish(aThread(), new MemoryRun())
  expect(await chain()).toEqual(parts)
  const [first, ...others] = await setup.posts()
  expect(first).toMatchObject({ id: externalId, parent_id: null })
  expect([first?.media.length, ...others.map(({ media }) => media.length)]).toEqual([1, 0, 0, 0])
  expect(url).toBe(`https://x.com/${setup.account.handle}/status/${externalId}`)
})

test.each(parts.map((_, index) => index + 1))(
  'part %i with an unknown outcome is found, and the chain continues after it',
  async (number) => {
    const post = aThread()
    const run = new MemoryRun()
    run.crashInside = `thread-${number}`
    await expect(setup.publish(post, run)).rejects.toThrow()
    const found = await channels.x.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
    if (found.state !== 'found') throw new Error(JSON.stringify(found))
    run.adopt(found.result)
    const { externalId } = await setup.publish(post, run)
    expect(await chain()).toEqual(parts)
    expect(await setup.posts()).toHaveLength(parts.length)
    expect((await setup.posts())[0]?.id).toBe(externalId)
  },
)

test('reports a missing part as absent even if an equal one exists', async () => {
  const post = aThread()
  const run = new MemoryRun(800)
  await setup.fault({ fault: 'reset_before', call: 'publish', times: 1, skip: 2 })
  await setup.refused(post, run)
  expect(run.sending?.step).toBe('thread-3')
  const found = await channels.x.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'absent' })
  run.sending = null
  await setup.publish(post, run)
  expect(await chain()).toEqual(parts)
  await setup.networks.control('POST', 'settings', { network: 'x', detect_duplicates: null })
})

test('treats X’s duplicate refusal as evidence', async () => {
  const post = setup.post()
  await setup.publish(post, new MemoryRun())
  expect(await setup.refused(post)).toMatchObject({ outcome: 'refused', isDuplicate: true, category: 'content' })
})

test('published despite a 503 and not listed: absent in the list, a duplicate for X', async () => {
  await setup.networks.control('POST', 'settings', { network: 'x', visibility_lag_ms: 600_000 })
  await setup.fault({ fault: 'error_after', status: 503, call: 'publish', times: 1 })
  const post = setup.post()
  const run = new MemoryRun()
  expect(await setup.refused(post, run)).toMatchObject({ outcome: 'unknown', isDuplicate: false })
  const found = await channels.x.find(post, setup.account, run.doubt(), { signal: AbortSignal.timeout(2_000) })
  expect(found).toEqual({ state: 'absent' })
  expect(await setup.refused(post)).toMatchObject({ outcome: 'refused', isDuplicate: true, isOwnDuplicate: false })
  await setup.networks.control('POST', 'settings', { network: 'x', visibility_lag_ms: null })
})

test('waits for the time that X names after a rate limit', async () => {
  await setup.fault({ fault: 'rate_limit', retry_after_seconds: 90, call: 'publish', times: 1 })
  const { retryAt } = await setup.refused(setup.post())
  const seconds = ((retryAt?.getTime() ?? 0) - Date.now()) / 1_000
  expect(seconds).toBeGreaterThan(85)
  expect(seconds).toBeLessThan(92)
})

test('an invalid or missing image is a media error', async () => {
  const at = (url: string) => setup.refused(setup.post({ media: [{ url, kind: 'image', altText: null }] }))
  expect(await at(`${setup.networks.url}/samples/none.jpg`)).toMatchObject({ category: 'render', isRetryable: false })
  expect(await at('http://169.254.169.254/latest/meta-data')).toMatchObject({ code: 'media_address_refused' })
  expect(await at(`${setup.networks.url}/control/accounts`)).toMatchObject({ code: 'media_address_refused' })
})
