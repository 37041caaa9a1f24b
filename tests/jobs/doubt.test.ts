import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { editStory, retryStory, storyTimeline } from '@/lib/stories/contract'
import { control } from '../support/api'
import { onOwnSandbox, setNetworksAhead } from '../support/own-sandbox'
import {
  aDueStory,
  aProjectSharing,
  attemptsOf,
  callsOf,
  type DueStory,
  letTimePass,
  makeOlder,
  newText,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  secondsToWait,
  setEnv,
  storyOf,
  strike,
} from '../support/publishing'

onOwnSandbox()

/** The settle time of these tests: one second for the call, sixty for the network to show the post. */
const settleSeconds = 61

beforeAll(() =>
  setEnv({
    PUBLISH_CALL_TIMEOUT_SECONDS: '1',
    PUBLISH_POLL_SECONDS: '0.05',
    ...Object.fromEntries(channelIds.map((channel) => [`${channel.toUpperCase()}_VISIBILITY_LAG_SECONDS`, '60'])),
  }),
)
const usual = { detect_duplicates: null, visibility_lag_ms: null }
afterEach(() => Promise.all(channelIds.map((network) => control('POST', '/control/settings', { network, ...usual }))))

/** The networks' own duplicate detectors would hide a post that was sent twice. */
const trustNoDetector = (network: ChannelId) =>
  control('POST', '/control/settings', { network, detect_duplicates: false })

const canBeAsked = channelIds.filter((channel) => channel !== 'linkedin')

describe.each(canBeAsked)('%s', (channel) => {
  test.each([
    { fault: 'timeout_after' },
    { fault: 'reset_after' },
    { fault: 'error_after', status: 502 },
    { fault: 'rubbish', content: 'html' },
    { fault: 'rubbish', content: 'truncated_json' },
  ])('accepted, and the answer lost ($fault $content): never sent again, and adopted', async (fault) => {
    await trustNoDetector(channel)
    const { account, itemId, storyId } = await aDueStory([channel])
    await strike(account, { ...fault, call: 'publish', times: 1 })
    expect(await publishOnce(itemId)).toBe('waiting')
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    const posts = await postsOf(account)
    expect(posts.map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
    expect(await callsOf(account, 'publish')).toBe(1)
    expect((await attemptsOf(itemId)).map(({ outcome }) => outcome)).toEqual(['in_doubt', 'adopted'])
    expect((await storyOf(storyId)).status).toBe('published')
  })

  test.each(['timeout_before', 'reset_before'])(
    'never arrived (%s): absent at two looks, then sent exactly once more',
    async (fault) => {
      await trustNoDetector(channel)
      const { account, itemId } = await aDueStory([channel])
      await strike(account, { fault, call: 'publish', times: 1 })
      expect(await publishOnce(itemId)).toBe('waiting')
      await letTimePass(itemId, 120)
      expect(await publishOnce(itemId)).toBe('waiting')
      expect((await progressOf(itemId)).sending).toMatchObject({ looks: 1 })
      expect(await callsOf(account, 'publish')).toBe(1)
      await letTimePass(itemId, 0)
      expect(await publishOnce(itemId)).toBe('posted')
      expect(await callsOf(account, 'publish')).toBe(2)
      expect(await postsOf(account)).toHaveLength(1)
    },
  )
})

test('before the settle time is over nobody asks and nobody sends', async () => {
  const { account, itemId } = await aDueStory(['x'])
  await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  for (const age of [0, 20, 30]) {
    await letTimePass(itemId, age)
    expect(await publishOnce(itemId)).toBe('waiting')
  }
  // Fifty seconds old: the row sleeps until the settle time is over.
  const waits = await secondsToWait(itemId)
  expect(waits).toBeGreaterThan(settleSeconds - 50 - 5)
  expect(waits).toBeLessThanOrEqual(settleSeconds - 50)
  expect([await callsOf(account, 'list'), await callsOf(account, 'publish')]).toEqual([0, 1])
  await letTimePass(itemId, 12)
  expect(await publishOnce(itemId)).toBe('posted')
  expect([await callsOf(account, 'list'), await callsOf(account, 'publish')]).toEqual([1, 1])
})

/** Posts stay unlisted for so long, which is longer than the publisher believes of the network. */
const lagSeconds = 150
const showLate = (network: ChannelId, seconds = lagSeconds) =>
  control('POST', '/control/settings', { network, visibility_lag_ms: seconds * 1_000 })

test('a post that becomes visible between the two looks is adopted', async () => {
  await trustNoDetector('x')
  await showLate('x')
  const { account, itemId } = await aDueStory(['x'])
  await strike(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('waiting')
  expect((await progressOf(itemId)).sending).toMatchObject({ looks: 1 })
  await letTimePass(itemId, lagSeconds - 120 + 5)
  expect(await publishOnce(itemId)).toBe('posted')
  expect(await postsOf(account)).toHaveLength(1)
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('when the asking itself fails it is asked again, and nothing is sent meanwhile', async () => {
  const { account, itemId } = await aDueStory(['facebook'])
  await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
  await strike(account, { fault: 'refuse', preset: 'server_error', call: 'list', times: 3 })
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

test('a network that cannot be asked within the hour leaves the outcome unknown', async () => {
  const { account, itemId, storyId } = await aDueStory(['facebook'])
  await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
  await strike(account, { fault: 'refuse', preset: 'server_error', call: 'list' })
  await publishOnce(itemId)
  await makeOlder(storyId, 3_700)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown', provider_code: 'outcome_unknown' })
  expect(await callsOf(account, 'publish')).toBe(1)
})

test('an account that shuts us out while a send is in doubt: unknown, and the connection is marked', async () => {
  const { project, account, itemId } = await aDueStory(['facebook'])
  await strike(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await control('POST', `/control/accounts/facebook/${account.account_id}/revoke-token`)
  await letTimePass(itemId, 120)
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
  const { connections } = await project.api.call(listConnections, {})
  expect(connections.map(({ status }) => status)).toEqual(['revoked'])
})

describe('LinkedIn, whose posts most connections may not list', () => {
  test('a doubt ends as outcome_unknown and is never sent again', async () => {
    await trustNoDetector('linkedin')
    const { account, itemId, storyId } = await aDueStory(['linkedin'])
    await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await strike(account, { fault: 'refuse', preset: 'permission', call: 'list' })
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({ status: 'failed', skip_reason: 'outcome_unknown' })
    expect((await storyOf(storyId)).status).toBe('failed')
    expect(await callsOf(account, 'publish')).toBe(1)
    expect(await postsOf(account)).toHaveLength(1)
  })

  test('sent again by a person, the refusal as a duplicate proves the first, and it is adopted', async () => {
    const { project, account, itemId, storyId } = await aDueStory(['linkedin'])
    await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await strike(account, { fault: 'refuse', preset: 'permission', call: 'list' })
    await publishOnce(itemId)
    await publishThroughDoubt(itemId)
    await project.api.post(retryStory, { id: storyId })
    await letTimePass(itemId, 0)
    expect(await publishOnce(itemId)).toBe('posted')
    const posts = await postsOf(account)
    expect(posts.map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
  })

  test('with the permission it is found and adopted like everywhere', async () => {
    const { account, itemId } = await aDueStory(['linkedin'])
    await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect(await callsOf(account, 'publish')).toBe(1)
    expect(await postsOf(account)).toHaveLength(1)
  })
})

describe('the network’s own refusal of duplicates', () => {
  test.each(['x', 'linkedin'] as const)(
    'after a doubt it proves that the first send landed: adopted (%s)',
    async (channel) => {
      // Accepted, and unlisted for longer than the network is known to take: both looks find nothing.
      await showLate(channel)
      const { account, itemId } = await aDueStory([channel])
      await strike(account, { fault: 'reset_after', call: 'publish', times: 1 })
      await publishOnce(itemId)
      await letTimePass(itemId, 120)
      await publishOnce(itemId)
      await letTimePass(itemId, 0)
      const result = await publishOnce(itemId)
      expect([await callsOf(account, 'publish'), (await postsOf(account)).length]).toEqual([2, 1])
      // LinkedIn names the post that would be repeated; X does not, so it is looked for.
      if (channel === 'x') {
        expect((await progressOf(itemId)).sending).toMatchObject({ is_duplicate_refused: true })
        expect(await publishThroughDoubt(itemId)).toBe('posted')
      } else expect(result).toBe('posted')
      expect((await rowOf(itemId)).external_id).toBe((await postsOf(account))[0]?.id)
      expect(await callsOf(account, 'publish')).toBe(2)
    },
  )

  test('and is looked for since the first send, not since the one that was refused', async () => {
    await showLate('x', 350)
    const { account, itemId } = await aDueStory(['x'])
    await strike(account, { fault: 'reset_after', call: 'publish', times: 1 })
    // To the network the first send was long before the second.
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

  /** Accepted with a 503 and not listed for an hour: two looks find nothing, and the second send is refused. */
  async function acceptedAndHidden(channel: 'x' | 'facebook', given?: DueStory) {
    await showLate(channel, 3_600)
    const story = given ?? (await aDueStory([channel]))
    const { account, itemId } = story
    await strike(account, { fault: 'error_after', status: 503, call: 'publish', times: 1 })
    await publishOnce(itemId)
    // X refuses by itself. Facebook's sandbox is told to.
    if (channel === 'facebook') await strike(account, { fault: 'refuse', preset: 'duplicate', call: 'publish' })
    await letTimePass(itemId, 120)
    await publishOnce(itemId)
    await letTimePass(itemId, 0)
    return story
  }
  /** Not sent: the row waits for another attempt, in which it starts anew. */
  async function refuseOnceForRate(account: DueStory['account'], itemId: string): Promise<void> {
    await strike(account, { fault: 'rate_limit', call: 'publish', times: 1, retry_after_seconds: 60 })
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
    'after a doubt, while the post is not listed, ends as outcome_unknown and not as a content fault (%s)',
    async (channel) => {
      const { account, itemId, storyId, project } = await acceptedAndHidden(channel)
      expect(await publishOnce(itemId)).toBe('waiting')
      expect(await publishThroughDoubt(itemId)).toBe('failed')
      expect(await rowOf(itemId)).toMatchObject(unknownOutcome)
      const { entries } = await project.api.get(storyTimeline, { id: storyId })
      expect(JSON.stringify(entries)).not.toContain('Change the text')
      expect([await callsOf(account, 'publish'), (await postsOf(account)).length]).toEqual([2, 1])
    },
  )

  test('retried by a person once the post is listed, it is adopted', async () => {
    const { project, account, itemId, storyId } = await acceptedAndHidden('x')
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    await letTimePass(itemId, 3_600)
    await project.api.post(retryStory, { id: storyId })
    await letTimePass(itemId, 0)
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('posted')
    expect((await postsOf(account)).map(({ id }) => id)).toEqual([(await rowOf(itemId)).external_id])
  })

  test('is evidence of the first send after the story was rescheduled too', async () => {
    const { project, account, itemId, storyId } = await acceptedAndHidden('x')
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
    const { account, itemId, storyId } = await acceptedAndHidden('x', await aDueStory(['x'], { project, accounts }))
    await refuseOnceForRate(account, itemId)
    await project.api.patch(editStory, { id: storyId, caption: other.caption })
    await letTimePass(itemId, 0)
    await publishOnce(itemId)
    expect(await publishThroughDoubt(itemId)).toBe('failed')
    expect(await rowOf(itemId)).toMatchObject({ skip_category: 'content', provider_code: 'duplicate' })
  })

  test.each(['x', 'linkedin'] as const)(
    'without an earlier send it is a fault of the content, however often it is retried (%s)',
    async (channel) => {
      // As if somebody had posted it at the network by hand, a few minutes ago.
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

  test('without an earlier send it is a fault of the content also where the posts may not be listed', async () => {
    const first = await aDueStory(['linkedin'])
    const { project, accounts, caption, account } = first
    expect(await publishOnce(first.itemId)).toBe('posted')
    await strike(account, { fault: 'refuse', preset: 'permission', call: 'list' })
    const second = await aDueStory(['linkedin'], { project, accounts, caption })
    await publishOnce(second.itemId)
    expect(await publishThroughDoubt(second.itemId)).toBe('failed')
    expect(await rowOf(second.itemId)).toMatchObject({ skip_category: 'content', provider_code: 'duplicate' })
  })
})

describe.each(['one project', 'two projects'])('two rows with one text on one account, of %s', (owners) => {
  async function twins(channel: ChannelId) {
    await trustNoDetector(channel)
    const first = await aDueStory([channel])
    const { accounts, caption } = first
    const project = owners === 'one project' ? first.project : await aProjectSharing(accounts)
    const second = await aDueStory([channel], { project, accounts, caption })
    return { account: first.account, ids: [first.itemId, second.itemId] as const, stories: [first, second] as const }
  }

  const settle = async (ids: readonly string[]) => {
    for (let look = 0; look < 30; look++) {
      const rows = await Promise.all(ids.map(rowOf))
      if (rows.every(({ status }) => status !== 'approved')) return rows
      for (const id of ids) await letTimePass(id, 90)
      await Promise.all(ids.map(publishOnce))
    }
    throw new Error(`Undecided: ${JSON.stringify(await Promise.all(ids.map(attemptsOf)))}`)
  }

  test.each(['x', 'facebook', 'pinterest', 'threads', 'instagram'] as const)(
    'both in doubt, one landed: two posts in the end, and each row has its own (%s)',
    async (channel) => {
      const { account, ids } = await twins(channel)
      await strike(account, { fault: 'reset_after', call: 'publish', times: 1 })
      await strike(account, { fault: 'reset_before', call: 'publish', times: 1 })
      expect(await Promise.all(ids.map(publishOnce))).toEqual(['waiting', 'waiting'])
      const rows = await settle(ids)
      expect(rows.map(({ status }) => status)).toEqual(['posted', 'posted'])
      const posts = (await postsOf(account)).map(({ id }) => id)
      expect(posts).toHaveLength(2)
      expect(new Set(rows.map(({ external_id }) => external_id))).toEqual(new Set(posts))
    },
  )

  test('both landed and both answers lost: each row adopts one', async () => {
    const { account, ids } = await twins('x')
    await strike(account, { fault: 'reset_after', call: 'publish', times: 2 })
    await Promise.all(ids.map(publishOnce))
    const rows = await settle(ids)
    const posts = (await postsOf(account)).map(({ id }) => id)
    expect(posts).toHaveLength(2)
    expect(new Set(rows.map(({ external_id }) => external_id))).toEqual(new Set(posts))
  })

  test('while one is in doubt the other waits, lest the look take its new post for the lost one', async () => {
    const { account, ids, stories } = await twins('facebook')
    const [first, second] = ids
    await strike(account, { fault: 'reset_before', call: 'publish', times: 1 })
    await publishOnce(first)
    await letTimePass(first, 120)
    // The look is slow, and the other row's turn comes in the middle of it.
    await strike(account, { fault: 'slow', delay_ms: 700, call: 'list', times: 1 })
    const looking = publishOnce(first)
    await expect.poll(() => callsOf(account, 'list')).toBe(1)
    expect(await publishOnce(second)).toBe('waiting')
    expect(await looking).toBe('waiting')
    expect(await callsOf(account, 'publish')).toBe(1)
    // The one that waits may be of another tenant: it is told that it waits, and nothing of the other.
    const [theirs, mine] = stories
    const told = JSON.stringify(await mine.project.api.get(storyTimeline, { id: mine.storyId }))
    expect(told).toContain('same_text_in_doubt')
    for (const secret of [first, theirs.storyId, theirs.caption]) expect(told).not.toContain(secret)
    const rows = await settle(ids)
    expect(rows.map(({ status }) => status)).toEqual(['posted', 'posted'])
    expect(await postsOf(account)).toHaveLength(2)
  })
})

describe('a thread of five on X', () => {
  const parts = ['one', 'two', 'three', 'four', 'five']
  const aThread = async (more: Parameters<typeof aDueStory>[1] = {}) => {
    await trustNoDetector('x')
    const caption = more.caption ?? parts.map((part) => `${newText()} ${part}`).join('\n\n')
    const overrides = { x: { caption_format: 'thread' } }
    return aDueStory(['x'], { ...more, caption, overrides })
  }
  const isChain = (posts: { id: string; parent_id: string | null }[]) =>
    posts.every(({ parent_id }, index) => parent_id === (posts[index - 1]?.id ?? null))

  test.each(['timeout_after', 'timeout_before', 'reset_after', 'reset_before', 'error_after'])(
    '%s at the third part: goes on with the third, and no part is there twice',
    async (fault) => {
      const { account, itemId, caption } = await aThread()
      await strike(account, { fault, call: 'publish', skip: 2, times: 1 })
      expect(await publishOnce(itemId)).toBe('waiting')
      expect((await progressOf(itemId)).sending).toMatchObject({ step: 'thread-3' })
      expect(await publishThroughDoubt(itemId)).toBe('posted')
      const posts = await postsOf(account)
      expect(posts.map(({ text }) => text)).toEqual(caption.split('\n\n'))
      expect(isChain(posts)).toBe(true)
      expect((await rowOf(itemId)).external_id).toBe(posts[0]?.id)
    },
  )

  test('two rows with one thread, their first parts in doubt: two whole chains', async () => {
    const first = await aThread()
    const { project, accounts, account, caption } = first
    const second = await aThread({ project, accounts, caption })
    const ids = [first.itemId, second.itemId] as const
    const [earlier, later] = ids
    await strike(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await strike(account, { fault: 'reset_before', call: 'publish', times: 1 })
    const sending = publishOnce(earlier)
    await expect.poll(() => callsOf(account, 'publish')).toBe(1)
    await publishOnce(later)
    await sending
    // The one that landed is adopted and slow with its second part: it is not settled yet when the other looks.
    await strike(account, { fault: 'slow', delay_ms: 900, call: 'publish', times: 1 })
    for (const id of ids) await letTimePass(id, 120)
    const publishing = publishOnce(earlier)
    await expect.poll(async () => (await progressOf(earlier)).sending?.step, { timeout: 5_000 }).toBe('thread-2')
    expect(await publishOnce(later)).toBe('waiting')
    expect((await progressOf(later)).sending).toMatchObject({ step: 'thread-1', looks: 1 })
    expect(await publishing).toBe('posted')
    expect(await publishThroughDoubt(later)).toBe('posted')
    const posts = await postsOf(account)
    expect(posts).toHaveLength(10)
    for (const id of ids) {
      const steps = Object.values((await progressOf(id)).done ?? {}) as { id: string }[]
      const chain = steps.map(({ id: postId }) => posts.find((post) => post.id === postId))
      expect(chain.map((post) => post?.text)).toEqual(caption.split('\n\n'))
      expect(isChain(chain as never)).toBe(true)
    }
  })
})

test('a claim of a row in doubt that has brought workers down too often says that it may be out', async () => {
  const { account, itemId } = await aDueStory(['x'])
  await strike(account, { fault: 'reset_after', call: 'publish', times: 1 })
  await publishOnce(itemId)
  await database().updateTable('queue_items').set({ claims: 100 }).where('id', '=', itemId).execute()
  expect(await publishOnce(itemId)).toBe('failed')
  expect(await rowOf(itemId)).toMatchObject({ skip_reason: 'outcome_unknown' })
})
