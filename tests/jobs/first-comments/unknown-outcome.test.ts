import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { LeaseLost } from '@/lib/publishing/claim/lease'
import { claimComments } from '@/lib/publishing/first-comments/claim'
import { CommentRun } from '@/lib/publishing/first-comments/comment-run'
import { retryFirstComments } from '@/lib/stories/contract'
import {
  aPostWithComment,
  commentCalls,
  commentChannels,
  commentOnce,
  commentRowOf,
  commentsOf,
  commentThroughDoubt,
  commentWaits,
  letTimePassForComment,
} from '@/tests/support/publishing/first-comments'
import { callsOf, failCalls } from '@/tests/support/publishing/publishing'
import { disableDetector, settleSeconds, withSettleTime } from '@/tests/support/publishing/unknown-outcome'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()
withSettleTime()

test.each(commentChannels)('%s: accepted without a response: found and adopted', async (channel) => {
  await disableDetector(channel)
  const { account, itemId } = await aPostWithComment(channel)
  const calls = await callsOf(account, commentCalls[channel])
  await failCalls(account, { fault: 'timeout_after', call: commentCalls[channel], times: 1 })
  expect(await commentOnce(itemId)).toBe('waiting')
  expect(await commentRowOf(itemId)).toMatchObject({ status: 'sending', external_id: null })
  expect(await commentThroughDoubt(itemId)).toBe('posted')
  const written = await commentsOf(account)
  expect(written.map(({ id }) => id)).toEqual([(await commentRowOf(itemId)).external_id])
  expect(await callsOf(account, commentCalls[channel])).toBe(calls + 1)
})

test.each(commentChannels)('%s: never arrived: missing in two looks, then sent once more', async (channel) => {
  await disableDetector(channel)
  const { account, itemId } = await aPostWithComment(channel)
  const calls = await callsOf(account, commentCalls[channel])
  await failCalls(account, { fault: 'timeout_before', call: commentCalls[channel], times: 1 })
  await commentOnce(itemId)
  await letTimePassForComment(itemId, 120)
  await commentOnce(itemId)
  expect(await commentRowOf(itemId)).toMatchObject({ status: 'sending', looks: 1 })
  expect(await callsOf(account, commentCalls[channel])).toBe(calls + 1)
  expect(await commentThroughDoubt(itemId)).toBe('posted')
  expect(await commentsOf(account)).toHaveLength(1)
  expect(await callsOf(account, commentCalls[channel])).toBe(calls + 2)
})

test('no look before the settle time is over', async () => {
  const { account, itemId } = await aPostWithComment('linkedin')
  await failCalls(account, { fault: 'timeout_after', call: 'reply', times: 1 })
  await commentOnce(itemId)
  await letTimePassForComment(itemId, 20)
  await commentOnce(itemId)
  expect(await callsOf(account, 'comments')).toBe(0)
  expect(await commentWaits(itemId)).toBeGreaterThan(settleSeconds - 20 - 10)
})

test('a worker killed between the intent and the call: sent after two looks, once', async () => {
  const { account, itemId } = await aPostWithComment('facebook')
  await killDuringSend(itemId)
  expect(await commentThroughDoubt(itemId)).toBe('posted')
  expect(await commentsOf(account)).toHaveLength(1)
  expect(await callsOf(account, 'reply')).toBe(1)
})

test('a worker that lost its lease does not send', async () => {
  const { itemId } = await aPostWithComment('x')
  const [first] = await claimComments(database(), 1, itemId)
  await letTimePassForComment(itemId, 0)
  expect(await commentOnce(itemId)).toBe('posted')
  if (!first) throw new Error('The comment was not due.')
  const late = new CommentRun(database(), first, new AbortController().signal)
  await expect(late.sendOnce('comment', () => Promise.reject(new Error('sent')))).rejects.toThrow(LeaseLost)
})

test('lost twice: failed, and nothing is sent a third time', async () => {
  const { account, itemId } = await aPostWithComment('facebook')
  await failCalls(account, { fault: 'timeout_before', call: 'reply' })
  await commentOnce(itemId)
  expect(await commentThroughDoubt(itemId)).toBe('failed')
  expect(await commentRowOf(itemId)).toMatchObject({ error_code: 'not_sent' })
  expect(await callsOf(account, 'reply')).toBe(2)
})

test('outcome_unknown if the network cannot be asked; only a user sends it again', async () => {
  const { project, account, itemId, storyId } = await aPostWithComment('linkedin')
  await failCalls(account, { fault: 'timeout_before', call: 'reply', times: 1 })
  await failCalls(account, { fault: 'refuse', preset: 'permission', call: 'comments' })
  await commentOnce(itemId)
  expect(await commentThroughDoubt(itemId)).toBe('failed')
  expect(await commentRowOf(itemId)).toMatchObject({
    error_code: 'outcome_unknown',
    error: expect.stringMatching(/cannot read comments\. Check the post before you retry\.$/),
  })
  expect(await commentOnce(itemId)).toBeNull()
  await project.api.post(retryFirstComments, { id: storyId })
  expect(await commentOnce(itemId)).toBe('posted')
  expect(await commentsOf(account)).toHaveLength(1)
})

/** Claims the comment and commits its intent, then dies before the call. */
async function killDuringSend(itemId: string): Promise<void> {
  const [claimed] = await claimComments(database(), 1, itemId)
  if (!claimed) throw new Error('The comment was not due.')
  const run = new CommentRun(database(), claimed, new AbortController().signal)
  const killed = new Error('killed')
  await expect(run.sendOnce('comment', () => Promise.reject(killed))).rejects.toBe(killed)
}
