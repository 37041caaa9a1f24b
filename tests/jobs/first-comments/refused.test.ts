import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteConnection, listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { listNotifications } from '@/lib/notifications/contract'
import { getStory, retryFirstComments, storyTimeline } from '@/lib/stories/contract'
import { signedIn } from '@/tests/support/api/session'
import {
  aPostWithComment,
  type Commented,
  commentCalls,
  commentChannels,
  commentOnce,
  commentRowOf,
  commentsOf,
  commentWaits,
  letTimePassForComment,
} from '@/tests/support/publishing/first-comments'
import { callsOf, failCalls } from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

const firstCommentOf = async ({ project, storyId }: Commented) =>
  (await project.api.get(getStory, { id: storyId })).content_queue[0]?.first_comment

test.each(commentChannels)('%s: a refusal ends it with the reason; the post stays posted', async (channel) => {
  const due = await aPostWithComment(channel)
  const { project, account, itemId, storyId } = due
  await failCalls(account, { fault: 'refuse', preset: 'content', call: commentCalls[channel], times: 1 })
  expect(await commentOnce(itemId)).toBe('failed')
  expect(await commentOnce(itemId)).toBeNull()
  const story = await project.api.get(getStory, { id: storyId })
  expect([story.status, story.content_queue[0]?.status]).toEqual(['published', 'posted'])
  expect(await firstCommentOf(due)).toMatchObject({ status: 'failed', external_id: null, error: expect.any(String) })
  const { entries } = await project.api.get(storyTimeline, { id: storyId })
  expect(entries.at(-1)?.summary).toMatch(/^First comment failed on /)

  const { first_comments } = await project.api.post(retryFirstComments, { id: storyId, channels: [channel] })
  expect(first_comments).toEqual({ [channel]: expect.objectContaining({ status: 'pending', error: null }) })
  expect(await commentOnce(itemId)).toBe('posted')
  expect(await commentsOf(account)).toHaveLength(1)
  expect((await project.api.refused(retryFirstComments, { id: storyId })).status).toBe(409)
})

test('a rate limit waits as long as the network says', async () => {
  const { account, itemId } = await aPostWithComment('x')
  await failCalls(account, { fault: 'rate_limit', retry_after_seconds: 300, call: 'publish', times: 1 })
  expect(await commentOnce(itemId)).toBe('waiting')
  expect(await commentRowOf(itemId)).toMatchObject({ status: 'pending', sent_at: null })
  expect(await commentWaits(itemId)).toBeGreaterThan(280)
  await letTimePassForComment(itemId, 0)
  expect(await commentOnce(itemId)).toBe('posted')
})

test('retries end after six tries', async () => {
  const { account, itemId } = await aPostWithComment('x')
  await failCalls(account, { fault: 'rate_limit', retry_after_seconds: 1, call: 'publish' })
  const results: (string | null)[] = []
  for (let attempt = 0; attempt < 6; attempt++) {
    await letTimePassForComment(itemId, 0)
    results.push(await commentOnce(itemId))
  }
  expect(results).toEqual(['waiting', 'waiting', 'waiting', 'waiting', 'waiting', 'failed'])
  expect((await commentRowOf(itemId)).error).toMatch(/Trying again did not help\.$/)
})

test.each([
  ['instagram', 'instagram_business_manage_comments'],
  ['facebook', 'pages_manage_engagement'],
] as const)('%s without the permission to comment: failed without a call', async (channel, scope) => {
  const { project, account, itemId } = await aPostWithComment(channel)
  await sql`update social_connections set scopes = array['instagram_business_basic', 'pages_manage_posts']
    where project_id = ${project.projectId}`.execute(database())
  expect(await commentOnce(itemId)).toBe('failed')
  const { error_code, error } = await commentRowOf(itemId)
  expect(error_code).toBe('missing_permission')
  expect(error).toContain(`the permission to write comments (${scope}). Reconnect the account`)
  expect(await callsOf(account, 'reply')).toBe(0)
})

test('a disconnected account: failed with the remedy, and a notification until it is retried', async () => {
  const { project, itemId, storyId } = await aPostWithComment('x')
  const { connections } = await project.api.get(listConnections)
  await project.api.delete(deleteConnection, { id: connections[0]?.id ?? '' })
  expect(await commentOnce(itemId)).toBe('failed')
  expect(await commentRowOf(itemId)).toMatchObject({
    error_code: 'missing_connection',
    error: 'The X account is not connected. Connect it, then retry.',
  })
  const session = await signedIn(project.userId)
  const firstNotice = async () =>
    (await session.get(listNotifications, { project_id: project.projectId })).notifications.find(
      ({ kind }) => kind === 'first_comment_failed',
    )
  expect(await firstNotice()).toMatchObject({
    channel: 'x',
    story: { id: storyId },
    reason: 'The X account is not connected. Connect it, then retry.',
    is_settled: false,
  })
  await project.api.post(retryFirstComments, { id: storyId, channels: ['x'] })
  expect(await firstNotice()).toMatchObject({ is_settled: true })
})

test('a revoked token: failed, and the connection is marked', async () => {
  const { account, itemId } = await aPostWithComment('facebook')
  await failCalls(account, { fault: 'expire_token', call: 'reply', times: 1 })
  expect(await commentOnce(itemId)).toBe('failed')
  expect(await commentRowOf(itemId)).toMatchObject({
    error_code: 'oauth_revoked',
    error: expect.stringContaining('Reconnect'),
  })
})
