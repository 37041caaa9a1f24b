import { afterEach, describe, expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { storyTimeline } from '@/lib/stories/contract'
import {
  aDueStory,
  aProjectSharing,
  attemptsOf,
  callsOf,
  failCalls,
  letTimePass,
  newText,
  postsOf,
  progressOf,
  publishOnce,
  publishThroughDoubt,
  rowOf,
  setEnv,
} from '@/tests/support/publishing/publishing'
import { disableDetector, withSettleTime } from '@/tests/support/publishing/unknown-outcome'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()
withSettleTime()

/** Long enough for another row to be claimed meanwhile, on a busy machine too. */
const slowMs = 2_500
/** A slow call must not reach its deadline. */
const awaitSlowCalls = (): void => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '20' })
afterEach(() => setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '1' }))

describe.each(['one project', 'two projects'])('two rows with the same text on one account, of %s', (owners) => {
  async function twins(channel: ChannelId) {
    await disableDetector(channel)
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
    'both in doubt, one landed: two posts, one per row (%s)',
    async (channel) => {
      const { account, ids } = await twins(channel)
      await failCalls(account, { fault: 'reset_after', call: 'publish', times: 1 })
      await failCalls(account, { fault: 'reset_before', call: 'publish', times: 1 })
      expect(await Promise.all(ids.map(publishOnce))).toEqual(['waiting', 'waiting'])
      const rows = await settle(ids)
      expect(rows.map(({ status }) => status)).toEqual(['posted', 'posted'])
      const posts = (await postsOf(account)).map(({ id }) => id)
      expect(posts).toHaveLength(2)
      expect(new Set(rows.map(({ external_id }) => external_id))).toEqual(new Set(posts))
    },
  )

  test('both posts exist and both responses were lost: each row adopts one', async () => {
    const { account, ids } = await twins('x')
    await failCalls(account, { fault: 'reset_after', call: 'publish', times: 2 })
    await Promise.all(ids.map(publishOnce))
    const rows = await settle(ids)
    const posts = (await postsOf(account)).map(({ id }) => id)
    expect(posts).toHaveLength(2)
    expect(new Set(rows.map(({ external_id }) => external_id))).toEqual(new Set(posts))
  })

  test('while the outcome of one is unknown the other waits, so that the lookup cannot find its post', async () => {
    const { account, ids, stories } = await twins('facebook')
    const [first, second] = ids
    await failCalls(account, { fault: 'reset_before', call: 'publish', times: 1 })
    await publishOnce(first)
    await letTimePass(first, 120)
    // The lookup is slow, and the other row becomes due during it.
    awaitSlowCalls()
    await failCalls(account, { fault: 'slow', delay_ms: slowMs, call: 'list', times: 1 })
    const looking = publishOnce(first)
    await expect.poll(() => callsOf(account, 'list')).toBe(1)
    expect(await publishOnce(second)).toBe('waiting')
    expect(await looking).toBe('waiting')
    expect(await callsOf(account, 'publish')).toBe(1)
    // The waiting row may belong to another tenant, so its message says nothing about the other row.
    const [theirs, mine] = stories
    const timeline = JSON.stringify(await mine.project.api.get(storyTimeline, { id: mine.storyId }))
    expect(timeline).toContain('same_text_in_doubt')
    for (const secret of [first, theirs.storyId, theirs.caption]) expect(timeline).not.toContain(secret)
    const rows = await settle(ids)
    expect(rows.map(({ status }) => status)).toEqual(['posted', 'posted'])
    expect(await postsOf(account)).toHaveLength(2)
  })
})

describe('a thread of five on X', () => {
  const parts = ['one', 'two', 'three', 'four', 'five']
  const aThread = async (more: Parameters<typeof aDueStory>[1] = {}) => {
    await disableDetector('x')
    const caption = more.caption ?? parts.map((part) => `${newText()} ${part}`).join('\n\n')
    const overrides = { x: { caption_format: 'thread' } }
    return aDueStory(['x'], { ...more, caption, overrides })
  }
  const isChain = (posts: { id: string; parent_id: string | null }[]) =>
    posts.every(({ parent_id }, index) => parent_id === (posts[index - 1]?.id ?? null))

  test.each(['timeout_after', 'timeout_before', 'reset_after', 'reset_before', 'error_after'])(
    '%s at the third part: continues with the third, no part is duplicate',
    async (fault) => {
      const { account, itemId, caption } = await aThread()
      await failCalls(account, { fault, call: 'publish', skip: 2, times: 1 })
      expect(await publishOnce(itemId)).toBe('waiting')
      expect((await progressOf(itemId)).sending).toMatchObject({ step: 'thread-3' })
      expect(await publishThroughDoubt(itemId)).toBe('posted')
      const posts = await postsOf(account)
      expect(posts.map(({ text }) => text)).toEqual(caption.split('\n\n'))
      expect(isChain(posts)).toBe(true)
      expect((await rowOf(itemId)).external_id).toBe(posts[0]?.id)
    },
  )

  test('two rows with the same thread and first parts in doubt: two complete threads', async () => {
    const first = await aThread()
    const { project, accounts, account, caption } = first
    const second = await aThread({ project, accounts, caption })
    const ids = [first.itemId, second.itemId] as const
    const [earlier, later] = ids
    await failCalls(account, { fault: 'timeout_after', call: 'publish', times: 1 })
    await failCalls(account, { fault: 'reset_before', call: 'publish', times: 1 })
    const sending = publishOnce(earlier)
    await expect.poll(() => callsOf(account, 'publish')).toBe(1)
    await publishOnce(later)
    await sending
    // The first row is adopted and has a slow second part, so it is not settled during the other row's lookup.
    awaitSlowCalls()
    await failCalls(account, { fault: 'slow', delay_ms: slowMs, call: 'publish', times: 1 })
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
