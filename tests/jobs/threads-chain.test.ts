import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory, previewUnsaved, retryStory } from '@/lib/stories/contract'
import { aProject } from '../support/api'
import {
  aDueStory,
  newText,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  publishUntilSettled,
  rowOf,
  setEnv,
  strike,
} from '../support/publishing'

setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2' })

const words = () => Array.from({ length: 4 }, (_, index) => `${newText()} ${index + 1}`)
const chained = { threads: { caption_format: 'thread' as const } }

async function aDueChain() {
  const parts = words()
  const due = await aDueStory(['threads'], { caption: parts.join('\n\n'), overrides: chained })
  const isWhole = async () => {
    const posts = await postsOf(due.account)
    expect(posts.map(({ text }) => text)).toEqual(parts)
    expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
    expect(await rowOf(due.itemId)).toMatchObject({ status: 'posted', external_id: posts[0]?.id })
  }
  return { ...due, parts, isWhole }
}

test('a chain on Threads goes out as one row', async () => {
  const chain = await aDueChain()
  await publishUntilSettled(chain.storyId)
  await chain.isWhole()
})

test.each(['timeout_after', 'timeout_before', 'reset_after'])(
  '%s at a reply: no reply twice, none lost',
  async (fault) => {
    const chain = await aDueChain()
    await strike(chain.account, { fault, call: 'publish', skip: 2, times: 1 })
    expect(await publishOnce(chain.itemId)).toBe('waiting')
    expect((await rowOf(chain.itemId)).progress).toMatchObject({ sending: { step: 'thread-3' } })
    expect(await publishThroughDoubt(chain.itemId)).toBe('posted')
    await chain.isWhole()
  },
)

const lastMessageOf = async (itemId: string): Promise<string | null | undefined> =>
  (
    await database()
      .selectFrom('publish_attempts')
      .select('message')
      .where('queue_item_id', '=', itemId)
      .orderBy('number', 'desc')
      .executeTakeFirst()
  )?.message

const brokenOff = [
  ['is refused', { fault: 'refuse', preset: 'review' }, /^Parts 1 to 2 of 4 are out; part 3 is not: /],
  ['finds the access withdrawn', { fault: 'expire_token' }, /^oauth_revoked:/],
] as const

test.each(
  brokenOff.flatMap(([what, fault, reason]) => (['threads', 'x'] as const).map((on) => ({ on, what, fault, reason }))),
)('a chain on $on of which a reply $what says how much of it is out', async ({ on, fault, reason }) => {
  const caption = words().join('\n\n')
  const chain = await aDueStory([on], { caption, overrides: { [on]: { caption_format: 'thread' } } })
  await strike(chain.account, { ...fault, call: 'publish', skip: 2, times: 1 })
  await publishUntilSettled(chain.storyId)
  const { skip_reason, data_snapshot } = await rowOf(chain.itemId)
  expect(skip_reason).toMatch(reason)
  expect(data_snapshot).toMatchObject({ parts_out: { public: 2, total: 4 } })
  expect(await lastMessageOf(chain.itemId)).toMatch(/^Parts 1 to 2 of 4 are out; part 3 is not: /)
})

test('a refused reply fails the row, and whoever tries again goes on behind what is out', async () => {
  const chain = await aDueChain()
  await strike(chain.account, { fault: 'refuse', preset: 'review', call: 'publish', skip: 2, times: 1 })
  await publishUntilSettled(chain.storyId)
  expect(await rowOf(chain.itemId)).toMatchObject({ status: 'failed', skip_category: 'review' })
  expect((await postsOf(chain.account)).map(({ text }) => text)).toEqual(chain.parts.slice(0, 2))
  await chain.project.api.post(retryStory, { id: chain.storyId })
  expect(await publishThroughDoubt(chain.itemId)).toBe('posted')
  await chain.isWhole()
})

const timed = () => ({
  scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  connection_check: 'skip' as const,
})

describe('a chain in which two parts say the same', () => {
  const parts = () => {
    const [first, second, third, last] = words()
    return [first, `${second} …`, third, `${second} …`, last]
  }

  test.each(['timeout_after', 'timeout_before', 'reset_after', 'error_after'])(
    'goes out on Threads, which takes it: %s at the second of them',
    async (fault) => {
      const own = parts()
      const due = await aDueStory(['threads'], { caption: own.join('\n\n'), overrides: chained })
      await strike(due.account, { fault, call: 'publish', skip: 3, times: 1 })
      expect(await publishOnce(due.itemId)).toBe('waiting')
      expect((await rowOf(due.itemId)).progress).toMatchObject({ sending: { step: 'thread-4' } })
      expect(await publishThroughDoubt(due.itemId)).toBe('posted')
      const posts = await postsOf(due.account)
      expect(posts.map(({ text }) => text)).toEqual(own)
      expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
    },
  )

  test('is refused for X before any of it is out, with the numbers of the parts', async () => {
    const { api } = await aProject()
    const story = {
      caption: parts().join('\n\n'),
      channels: ['x' as const],
      channel_overrides: { x: { caption_format: 'thread' as const } },
    }
    const { error } = await api.refused(createStory, { ...story, ...timed() })
    expect(error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
    expect(error.message).toContain('Parts 2 and 4 of the thread say the same')
    const { channels } = await api.post(previewUnsaved, story)
    expect(channels.x?.warnings).toMatchObject([{ field: 'caption', message: error.issues?.[0]?.message }])
    // One that was made before this was known, or whose link made its parts alike.
    const due = await aDueStory(['x'], { caption: story.caption, overrides: story.channel_overrides })
    expect(await publishOnce(due.itemId)).toBe('failed')
    expect(await postsOf(due.account)).toEqual([])
    expect(await rowOf(due.itemId)).toMatchObject({ skip_category: 'content' })
  })
})

test('the parts are shown before they go out, and each is held to the limit by itself', async () => {
  const { api } = await aProject()
  const parts = words()
  const story = { caption: parts.join('---'), channels: ['threads' as const] }
  const overrides = { threads: { caption_format: 'thread' as const, thread_separator: '---' } }
  const { channels } = await api.post(previewUnsaved, { ...story, channel_overrides: overrides })
  expect(channels.threads?.thread).toEqual(parts)
  const long = { caption: `Short\n\n${'a'.repeat(501)}`, channels: ['threads' as const], channel_overrides: chained }
  const refused = await api.refused(createStory, { ...long, ...timed() })
  expect(refused).toMatchObject({ status: 400, error: { code: 'validation_error' } })
  expect(refused.error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
  expect(refused.error.message).toContain('Part 2 of the thread')
})
