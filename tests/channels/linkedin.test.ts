import { expect, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { aNetwork, publishesOnce } from '../support/channel-suite'
import { MemoryRun } from '../support/memory-run'

const world = aNetwork('linkedin')
publishesOnce('linkedin', world, { hasText: true, describesAll: true })

const call = () => ({ signal: AbortSignal.timeout(2_000) })

test('a post with a link and no media is an article', async () => {
  await world.publish(
    world.post({ link: 'https://example.com/a?utm_source=linkedin', title: 'A title' }),
    new MemoryRun(),
  )
  const [post] = await world.posts()
  expect(post).toMatchObject({ link: 'https://example.com/a?utm_source=linkedin' })
})

test('the address names the whole URN', async () => {
  const { externalId, url } = await world.publish(world.post(), new MemoryRun())
  expect(externalId).toMatch(/^urn:li:(share|ugcPost):\d+$/)
  expect(url).toBe(`https://www.linkedin.com/feed/update/${externalId}/`)
})

test('a duplicate refusal is adopted where an earlier send is in doubt, and only there', async () => {
  const post = world.post()
  const { externalId } = await world.publish(post, new MemoryRun())
  const fault = await world.refused(post)
  expect(fault).toMatchObject({ outcome: 'refused', isDuplicate: true, duplicateOf: externalId })

  const resent = new MemoryRun()
  resent.earlier = { sentAt: new Date(), knownIds: [] }
  expect(await world.publish(post, resent)).toMatchObject({ externalId })
  const other = new MemoryRun()
  other.earlier = { sentAt: new Date(), knownIds: [externalId] }
  expect(await world.refused(post, other)).toMatchObject({ isDuplicate: true })

  const doubt = { step: 'publish', sentAt: new Date(), steps: {}, duplicateOf: externalId }
  const found = { state: 'found', result: { id: externalId } }
  expect(await channels.linkedin.find(post, world.account, doubt, call())).toEqual(found)
  const taken = { ...doubt, knownIds: [externalId] }
  expect(await channels.linkedin.find(post, world.account, taken, call())).toEqual({ state: 'absent' })
})

test('a connection that may not read cannot ask', async () => {
  await world.fault({ fault: 'refuse', preset: 'permission', call: 'list' })
  const doubt = { step: 'publish', sentAt: new Date(), steps: {} }
  const found = await channels.linkedin.find(world.post(), world.account, doubt, call())
  expect(found).toMatchObject({ state: 'cannot_ask' })
})

test('a daily quota waits for midnight UTC', async () => {
  await world.fault({ fault: 'rate_limit', with_headers: false, call: 'publish', times: 1 })
  const { retryAt } = await world.refused(world.post())
  expect(retryAt?.toISOString()).toMatch(/T00:00:00\.000Z$/)
})
