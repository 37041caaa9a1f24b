import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createStory, retryStory } from '@/lib/stories/contract'
import { previewUnsaved } from '@/lib/stories/preview-contract'
import { aProject } from '@/tests/support/api/api'
import {
  aDueStory,
  failCalls,
  newText,
  postsOf,
  publishOnce,
  publishThroughDoubt,
  publishUntilSettled,
  rowOf,
  setEnv,
} from '@/tests/support/publishing/publishing'

setEnv({ PUBLISH_CALL_TIMEOUT_SECONDS: '2' })

const newParts = () => Array.from({ length: 4 }, (_, index) => `${newText()} ${index + 1}`)
const asThread = { threads: { caption_format: 'thread' as const } }

async function aDueThread() {
  const parts = newParts()
  const due = await aDueStory(['threads'], { caption: parts.join('\n\n'), overrides: asThread })
  const isComplete = async () => {
    const posts = await postsOf(due.account)
    expect(posts.map(({ text }) => text)).toEqual(parts)
    expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
    expect(await rowOf(due.itemId)).toMatchObject({ status: 'posted', external_id: posts[0]?.id })
  }
  return { ...due, parts, isComplete }
}

test('a thread on Threads is published as one row', async () => {
  const thread = await aDueThread()
  await publishUntilSettled(thread.storyId)
  await thread.isComplete()
})

test.each(['timeout_after', 'timeout_before', 'reset_after'])(
  '%s at a reply: no reply is duplicate or lost',
  async (fault) => {
    const thread = await aDueThread()
    await failCalls(thread.account, { fault, call: 'publish', skip: 2, times: 1 })
    expect(await publishOnce(thread.itemId)).toBe('waiting')
    expect((await rowOf(thread.itemId)).progress).toMatchObject({ sending: { step: 'thread-3' } })
    expect(await publishThroughDoubt(thread.itemId)).toBe('posted')
    await thread.isComplete()
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
  ['is refused', { fault: 'refuse', preset: 'review' }, /^Parts 1 to 2 of 4 are published; part 3 is not: /],
  ['fails with revoked access', { fault: 'expire_token' }, /^oauth_revoked:/],
] as const

test.each(
  brokenOff.flatMap(([what, fault, reason]) => (['threads', 'x'] as const).map((on) => ({ on, what, fault, reason }))),
)('a thread on $on whose reply $what names the published parts', async ({ on, fault, reason }) => {
  const caption = newParts().join('\n\n')
  const thread = await aDueStory([on], { caption, overrides: { [on]: { caption_format: 'thread' } } })
  await failCalls(thread.account, { ...fault, call: 'publish', skip: 2, times: 1 })
  await publishUntilSettled(thread.storyId)
  const { skip_reason, data_snapshot } = await rowOf(thread.itemId)
  expect(skip_reason).toMatch(reason)
  expect(data_snapshot).toMatchObject({ parts_out: { public: 2, total: 4 } })
  expect(await lastMessageOf(thread.itemId)).toMatch(/^Parts 1 to 2 of 4 are published; part 3 is not: /)
})

test('a refused reply fails the row, and a retry continues after the published parts', async () => {
  const thread = await aDueThread()
  await failCalls(thread.account, { fault: 'refuse', preset: 'review', call: 'publish', skip: 2, times: 1 })
  await publishUntilSettled(thread.storyId)
  expect(await rowOf(thread.itemId)).toMatchObject({ status: 'failed', skip_category: 'review' })
  expect((await postsOf(thread.account)).map(({ text }) => text)).toEqual(thread.parts.slice(0, 2))
  await thread.project.api.post(retryStory, { id: thread.storyId })
  expect(await publishThroughDoubt(thread.itemId)).toBe('posted')
  await thread.isComplete()
})

const timed = () => ({
  scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  connection_check: 'skip' as const,
})

describe('a thread with two identical parts', () => {
  const parts = () => {
    const [first, second, third, last] = newParts()
    return [first, `${second} …`, third, `${second} …`, last]
  }

  test.each(['timeout_after', 'timeout_before', 'reset_after', 'error_after'])(
    'is published on Threads: %s at the second',
    async (fault) => {
      const own = parts()
      const due = await aDueStory(['threads'], { caption: own.join('\n\n'), overrides: asThread })
      await failCalls(due.account, { fault, call: 'publish', skip: 3, times: 1 })
      expect(await publishOnce(due.itemId)).toBe('waiting')
      expect((await rowOf(due.itemId)).progress).toMatchObject({ sending: { step: 'thread-4' } })
      expect(await publishThroughDoubt(due.itemId)).toBe('posted')
      const posts = await postsOf(due.account)
      expect(posts.map(({ text }) => text)).toEqual(own)
      expect(posts.map(({ parent_id }) => parent_id)).toEqual([null, ...posts.slice(0, -1).map(({ id }) => id)])
    },
  )

  test('is refused for X before publishing, naming the parts', async () => {
    const { api } = await aProject()
    const story = {
      caption: parts().join('\n\n'),
      channels: ['x' as const],
      channel_overrides: { x: { caption_format: 'thread' as const } },
    }
    const { error } = await api.refused(createStory, { ...story, ...timed() })
    expect(error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
    expect(error.message).toContain('Parts 2 and 4 of the thread have the same text')
    const { channels } = await api.post(previewUnsaved, story)
    expect(channels.x?.warnings).toMatchObject([{ field: 'caption', message: error.issues?.[0]?.message }])
    // Created by an older version, or its link made the parts identical.
    const due = await aDueStory(['x'], { caption: story.caption, overrides: story.channel_overrides })
    expect(await publishOnce(due.itemId)).toBe('failed')
    expect(await postsOf(due.account)).toEqual([])
    expect(await rowOf(due.itemId)).toMatchObject({ skip_category: 'content' })
  })
})

test('the parts are previewed, and each is checked against the limit', async () => {
  const { api } = await aProject()
  const parts = newParts()
  const story = { caption: parts.join('---'), channels: ['threads' as const] }
  const overrides = { threads: { caption_format: 'thread' as const, thread_separator: '---' } }
  const { channels } = await api.post(previewUnsaved, { ...story, channel_overrides: overrides })
  expect(channels.threads?.thread).toEqual(parts)
  const long = { caption: `Short\n\n${'a'.repeat(501)}`, channels: ['threads' as const], channel_overrides: asThread }
  const refused = await api.refused(createStory, { ...long, ...timed() })
  expect(refused).toMatchObject({ status: 400, error: { code: 'validation_error' } })
  expect(refused.error.issues).toMatchObject([{ path: 'caption', code: 'channel_limit' }])
  expect(refused.error.message).toContain('Part 2 of the thread')
})
