import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '@/tests/support/publishing/channel-suite'
import { MemoryRun } from '@/tests/support/publishing/memory-run'

const setup = aNetwork('linkedin')
publishesOnce('linkedin', setup, { hasText: true, describesAll: true })

const call = () => ({ signal: AbortSignal.timeout(2_000) })

test('publishes a link without media as an article', async () => {
  await setup.publish(
    setup.post({ link: 'https://example.com/a?utm_source=linkedin', title: 'A title' }),
    new MemoryRun(),
  )
  const [post] = await setup.posts()
  expect(post).toMatchObject({ link: 'https://example.com/a?utm_source=linkedin' })
})

test('the permalink contains the whole URN', async () => {
  const { externalId, url } = await setup.publish(setup.post(), new MemoryRun())
  expect(externalId).toMatch(/^urn:li:(share|ugcPost):\d+$/)
  expect(url).toBe(`https://www.linkedin.com/feed/update/${externalId}/`)
})

test('adopts the duplicate only if an earlier send has an unknown outcome', async () => {
  const post = setup.post()
  const { externalId } = await setup.publish(post, new MemoryRun())
  const fault = await setup.refused(post)
  expect(fault).toMatchObject({ outcome: 'refused', isDuplicate: true, duplicateOf: externalId })

  const resent = new MemoryRun()
  resent.earlier = { sentAt: new Date(), knownIds: [] }
  expect(await setup.publish(post, resent)).toMatchObject({ externalId })
  const other = new MemoryRun()
  other.earlier = { sentAt: new Date(), knownIds: [externalId] }
  expect(await setup.refused(post, other)).toMatchObject({ isDuplicate: true })

  const doubt = { step: 'publish', sentAt: new Date(), steps: {}, duplicateOf: externalId }
  const found = { state: 'found', result: { id: externalId } }
  expect(await channels.linkedin.find(post, setup.account, doubt, call())).toEqual(found)
  const taken = { ...doubt, knownIds: [externalId] }
  expect(await channels.linkedin.find(post, setup.account, taken, call())).toEqual({ state: 'absent' })
})

test('returns cannot_ask without the read permission', async () => {
  await setup.fault({ fault: 'refuse', preset: 'permission', call: 'list' })
  const doubt = { step: 'publish', sentAt: new Date(), steps: {} }
  const found = await channels.linkedin.find(setup.post(), setup.account, doubt, call())
  expect(found).toMatchObject({ state: 'cannot_ask' })
})

test('waits for midnight UTC after the daily quota', async () => {
  await setup.fault({ fault: 'rate_limit', with_headers: false, call: 'publish', times: 1 })
  const { retryAt } = await setup.refused(setup.post())
  expect(retryAt?.toISOString()).toMatch(/T00:00:00\.000Z$/)
})
