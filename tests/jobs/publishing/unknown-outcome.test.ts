import { describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { editStory, retryStory, storyTimeline } from '@/lib/stories/contract'
import { control } from '@/tests/support/api/api'
import {
  aDueStory,
  attemptsOf,
  callsOf,
  type DueStory,
  failCalls,
  letTimePass,
  makeOlder,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  storyOf,
} from '@/tests/support/publishing/publishing'
import { disableDetector, settleSeconds, withSettleTime } from '@/tests/support/publishing/unknown-outcome'
import { onOwnSandbox, setNetworksAhead } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()
withSettleTime()

// Every error on every network is in publish-call-errors.test.ts. This file tests the steps in between, on X.
describe('an unknown outcome', () => {
  test('accepted, but the response was lost: found and adopted, never sent again', async () => {
    await disableDetector('x')
    const { account, itemId, storyId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    const posts = await postsOf(account)
    expect(posts.map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
    expect(await callsOf(account, 'publish')).toBe(1)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['in_doubt', 'adopted'])
    expect((await storyOf(storyId)).status).toBe('published')
  })

  test('never arrived: missing in two checks, then sent again exactly once', async () => {
    await disableDetector('x')
    const { account, itemId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'timeout_before', call: 'publish', times: 1 })
    expect(await publishOnce(itemId)).toBe('waiting')
    await letTimePass(itemId, 120)
    expect(await publishOnce(itemId)).toBe('waiting')
    expect((await progressOf(itemId)).sending).toMatchObject({ looks: 1 })
    expect(await callsOf(account, 'publish')).toBe(1)
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    expect(await callsOf(account, 'publish')).toBe(2)
    expect(await postsOf(account)).toHaveLength(1)
  })
})

test('no lookup and no send before the end of the settle time', async () => {
  const { account, itemId } = await aDueStory(['x'])
  await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  for (const age of [0, 20, 30]) {
    await letTimePass(itemId, age)
    expect(await publishOnce(itemId)).toBe('waiting')
  }
  // 50 s old: the row waits until the settle time is over.
  const waits = await secondsToWait(itemId)
  expect(waits).toBeGreaterThan(settleSeconds - 50 - 5)
  expect(waits).toBeLessThanOrEqual(settleSeconds - 50)
  expect([await callsOf(account, 'list'), await callsOf(account, 'publish')]).toEqual([0, 1])
  await letTimePass(itemId, 12)
  expect(await publishOnce(itemId)).toBe('posted')
  expect([await callsOf(account, 'list'), await callsOf(account, 'publish')]).toEqual([1, 1])
})

/** Posts stay unlisted for this long, which is longer than the publisher expects. */
const lagSeconds = 150
const showLate = (network: ChannelId, seconds = lagSeconds) =>
  control('POST', '/control/settings', { network, visibility_lag_ms: seconds * 1_000 })

test('a post that becomes visible between the two lookups is adopted', async () => {
  await disableDetector('x')
  await showLate('x')
  const { account, itemId } = await aDueStory(['x'])
  await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('waiting')
  expect((await progressOf(itemId)).sending).toMatchObject({ looks: 1 })
  await letTimePass(itemId, lagSeconds - 120 + 5)
  expect(await publishOnce(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('a failed lookup is repeated, and nothing is sent in the meantime', async () => {
  const { account, itemId } = await aDueStory(['facebook'])
  await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'list', times: 3 })
  await publishOnce(itemId)
  for (let look = 0; look < 3; look++) {
    await letTimePass(itemId, 120)
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await secondsToWait(itemId)).toBeGreaterThan(3)
    expect((await progressOf(itemId)).sending).toMatchObject({ looks: 0 })
  }
  await letTimePass(itemId, 0)
  expect(await publishOnce(itemId)).toBe('posted')
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('outcome_unknown when the network cannot be asked within the hour', async () => {
  const { account, itemId, storyId } = await aDueStory(['facebook'])
  await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
  await failCalls(account, { fault: 'refuse', preset: 'server_error', call: 'list' })
  await publishOnce(itemId)
  await makeOlder(storyId, 3_700)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown', provider_code: 'outcome_unknown' })
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('access revoked while a send is in doubt: outcome_unknown, and the connection is marked', async () => {
  const { project, account, itemId } = await aDueStory(['facebook'])
  await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await control('POST', `/control/accounts/facebook/${account.account_id}/revoke-token`)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
  const { connections } = await project.api.call(listConnections, {})
  expect(connections.map(({ status }) => status)).toEqual(['revoked'])
})

describe('LinkedIn, where most connections may not list posts', () => {
  test('a doubt ends as outcome_unknown and is not sent again', async () => {
    await disableDetector('linkedin')
    const { account, itemId, storyId } = await aDueStory(['linkedin'])
    await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await failCalls(account, { fault: 'refuse', preset: 'permission', call: 'list' })
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({ status: 'failed', skip_reason: 'outcome_unknown' })
    expect((await storyOf(storyId)).status).toBe('failed')
    expect(await callsOf(account, 'publish')).toBe(1)
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('after a manual retry, the duplicate refusal proves the first send, and it is adopted', async () => {
    const { project, account, itemId, storyId } = await aDueStory(['linkedin'])
    await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await failCalls(account, { fault: 'refuse', preset: 'permission', call: 'list' })
    await publishOnce(itemId)
    await publishThroughDoubt(itemId)
    await project.api.post(retryStory, { id: storyId })
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    const posts = await postsOf(account)
    expect(posts.map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
  })

  test('with the permission, the post is found and adopted', async () => {
    const { account, itemId } = await aDueStory(['linkedin'])
    await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await callsOf(account, 'publish')).toBe(1)
    expect(await postsOf(account)).toHaveLength(1)
  })
})

describe('a duplicate refusal of the network', () => {
  test.each(['x', 'linkedin'] as const)(
    'after a doubt proves that the first send landed: adopted (%s)',
    async (channel) => {
      // Accepted, and unlisted for longer than expected: both lookups find nothing.
      await showLate(channel)
      const { account, itemId } = await aDueStory([channel])
      await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
      await publishOnce(itemId)
      await letTimePass(itemId, 120)
      await publishOnce(itemId)
      await letTimePass(itemId, 0)
      const result = await publishOnce(itemId)
      expect([await callsOf(account, 'publish'), (await postsOf(account)).length]).toEqual([2, 1])
      // LinkedIn names the original post. X does not, so it is searched for.
      if (channel === 'x') {
        expect((await progressOf(itemId)).sending).toMatchObject({ is_duplicate_refused: true })
        expect(await publishThroughDoubt(itemId)).toBe('posted')
      } else expect(result).toBe('posted')
      expect((await rowOf(itemId)).external_id).toBe((await postsOf(account))[0]?.id)
      expect(await callsOf(account, 'publish')).toBe(2)
    },
  )

  test('searches from the time of the first send, not of the refused one', async () => {
    await showLate('x', 350)
    const { account, itemId } = await aDueStory(['x'])
    await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
    // On the network's clock the first send was long before the second.
    setNetworksAhead(-200_000)
    await publishOnce(itemId)
    setNetworksAhead(0)
    await letTimePass(itemId, 120)
    await publishOnce(itemId)
    await letTimePass(itemId, 0)
    await publishOnce(itemId)
    expect((await progressOf(itemId)).sending).toMatchObject({ is_duplicate_refused: true })
    await letTimePass(itemId, settleSeconds + 1)
    expect(await publishOnce(itemId)).toBe('posted')
    expect((await postsOf(account)).map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
  })

  /** Accepted with a 503 and unlisted for an hour: two lookups find nothing, and the second send is refused. */
  async function acceptedButUnlisted(channel: 'x' | 'facebook', given?: DueStory) {
    await showLate(channel, 3_600)
    const story = given ?? (await aDueStory([channel]))
    const { account, itemId } = story
    await failCalls(account, { fault: 'error_after', status: 503, call: 'publish', times: 1 })
    await publishOnce(itemId)
    // X refuses duplicates. Facebook's sandbox is set to do so.
    if (channel === 'facebook') await failCalls(account, { fault: 'refuse', preset: 'duplicate', call: 'publish' })
    await letTimePass(itemId, 120)
    await publishOnce(itemId)
    await letTimePass(itemId, 0)
    return story
  }
  /** Not sent: the row starts over at its next attempt. */
  async function refuseOnceForRate(account: DueStory['account'], itemId: string): Promise<void> {
    await failCalls(account, { fault: 'rate_limit', call: 'publish', times: 1, retry_after_seconds: 60 })
    expect(await publishOnce(itemId)).toBe('waiting')
    await database()
      .updateTable('social_connections')
      .set({ paused_until: null })
      .where('account_id', '=', account.account_id)
      .execute()
  }
  const unknownOutcome = {
    skip_reason: 'outcome_unknown',
    skip_category: 'other',
    provider_code: 'outcome_unknown',
    external_id: null,
  }

  test.each(['x', 'facebook'] as const)(
    'after a doubt, while the post is unlisted: outcome_unknown, not a content error (%s)',
    async (channel) => {
      const { account, itemId, storyId, project } = await acceptedButUnlisted(channel)
      expect(await publishOnce(itemId)).toBe('waiting')
      expect(await publishThroughDoubt(itemId)).toBe('failed')
      expect(await rowOf(itemId)).toMatchObject(unknownOutcome)
      const { entries } = await project.api.get(storyTimeline, { id: storyId })
      expect(JSON.stringify(entries)).not.toContain('Change the text')
      expect([await callsOf(account, 'publish'), (await postsOf(account)).length]).toEqual([2, 1])
    },
  )

  test('after a manual retry, once the post is listed: adopted', async () => {
    const { project, account, itemId, storyId } = await acceptedButUnlisted('x')
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    await letTimePass(itemId, 3_600)
    await project.api.post(retryStory, { id: storyId })
    await letTimePass(itemId, 0)
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect((await postsOf(account)).map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
  })

  test('is evidence of the first send after a reschedule too', async () => {
    const { project, account, itemId, storyId } = await acceptedButUnlisted('x')
    await refuseOnceForRate(account, itemId)
    const soon = new Date(Date.now() + 120_000).toISOString()
    await project.api.patch(editStory, { id: storyId, scheduled_at: soon })
    await makeOlder(storyId, 180)
    await letTimePass(itemId, 0)
    await publishOnce(itemId)
    expect((await progressOf(itemId)).sending).toMatchObject({ is_duplicate_refused: true })
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject(unknownOutcome)
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('is not evidence of a send with another text', async () => {
    const other = await aDueStory(['x'])
    const { project, accounts } = other
    expect(await publishOnce(other.itemId)).toBe('posted')
    const { account, itemId, storyId } = await acceptedButUnlisted('x', await aDueStory(['x'], { project, accounts }))
    await refuseOnceForRate(account, itemId)
    await project.api.patch(editStory, { id: storyId, caption: other.caption })
    await letTimePass(itemId, 0)
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({ skip_category: 'content', provider_code: 'duplicate' })
  })

  test.each(['x', 'linkedin'] as const)(
    'without an earlier send is a content error, also after retries (%s)',
    async (channel) => {
      // As if someone had posted it manually a few minutes ago.
      setNetworksAhead(-280_000)
      const first = await aDueStory([channel])
      const { project, accounts, caption } = first
      expect(await publishOnce(first.itemId)).toBe('posted')
      setNetworksAhead(0)
      await database().updateTable('queue_items').set({ external_id: null }).where('id', '=', first.itemId).execute()
      const second = await aDueStory([channel], { project, accounts, caption })
      for (let attempt = 0; attempt < 2; attempt++) {
        await publishOnce(second.itemId)
        expect(await publishThroughDoubt(second.itemId, settleSeconds + 1)).toBe('failed')
        expect(await rowOf(second.itemId)).toMatchObject({
          skip_category: 'content',
          provider_code: 'duplicate',
          external_id: null,
        })
        await project.api.post(retryStory, { id: second.storyId })
        await letTimePass(second.itemId, 0)
      }
      expect(await postsOf(first.account)).toHaveLength(1)
    },
  )

  test('without an earlier send is a content error where posts may not be listed too', async () => {
    const first = await aDueStory(['linkedin'])
    const { project, accounts, caption, account } = first
    expect(await publishOnce(first.itemId)).toBe('posted')
    await failCalls(account, { fault: 'refuse', preset: 'permission', call: 'list' })
    const second = await aDueStory(['linkedin'], { project, accounts, caption })
    await publishOnce(second.itemId)
    expect(await publishThroughDoubt(second.itemId)).toBe('failed')
    expect(await rowOf(second.itemId)).toMatchObject({ skip_category: 'content', provider_code: 'duplicate' })
  })
})

test('a row in doubt that keeps killing its workers ends as outcome_unknown', async () => {
  const { account, itemId } = await aDueStory(['x'])
  await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await database().updateTable('queue_items').set({ claims: 100 }).where('id', '=', itemId).execute()
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
})
