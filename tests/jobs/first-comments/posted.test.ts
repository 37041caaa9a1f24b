import { expect, test } from 'vitest'
import { pauseProject } from '@/lib/projects/pause-contract'
import { editStory, getStory, storyTimeline } from '@/lib/stories/contract'
import {
  aPostWithComment,
  type CommentChannel,
  commentCalls,
  commentChannels,
  commentOnce,
  commentsOf,
} from '@/tests/support/publishing/first-comments'
import { callsOf, newText, postsOf, rowOf } from '@/tests/support/publishing/publishing'
import { onOwnSandbox } from '@/tests/support/sandbox/file-sandbox'

onOwnSandbox()

const hasLink: Record<CommentChannel, boolean> = {
  instagram: false,
  facebook: true,
  linkedin: true,
  x: true,
  threads: true,
}

test.each(commentChannels)('%s: written once below the post, after it is public', async (channel) => {
  const { project, account, storyId, itemId, comment } = await aPostWithComment(channel)
  expect(await commentsOf(account)).toEqual([])
  const { first_comment: waiting } = (await project.api.get(getStory, { id: storyId })).content_queue[0] ?? {}
  expect(waiting).toMatchObject({ status: 'pending', text: comment, external_id: null, posted_at: null })

  expect(await commentOnce(itemId)).toBe('posted')
  expect(await commentOnce(itemId)).toBeNull()

  const written = await commentsOf(account)
  expect(written).toEqual([{ id: expect.any(String), text: comment, on: (await rowOf(itemId)).external_id }])
  const { first_comment } = (await project.api.get(getStory, { id: storyId })).content_queue[0] ?? {}
  expect(first_comment).toEqual({
    status: 'posted',
    text: comment,
    external_id: written[0]?.id,
    url: hasLink[channel] ? expect.stringMatching(/^http/) : null,
    error_code: null,
    error: null,
    posted_at: expect.any(String),
  })
  if (first_comment?.url) expect((await fetch(first_comment.url)).status).toBe(200)
  const { entries } = await project.api.get(storyTimeline, { id: storyId })
  expect(entries.at(-1)).toMatchObject({ kind: 'first_comment_posted', channel, actor: null })
})

test.each(['x', 'threads'] as const)('%s: below the last part of a thread', async (channel) => {
  const caption = `${newText()}\n\n${newText()}`
  const { account, itemId, comment } = await aPostWithComment(channel, {
    caption,
    override: { caption_format: 'thread' },
  })
  expect(await commentOnce(itemId)).toBe('posted')
  const [, last, reply] = await postsOf(account)
  expect(reply).toMatchObject({ text: comment, parent_id: last?.id })
})

test('{{link}} becomes the tracked link of the channel', async () => {
  const { account, itemId } = await aPostWithComment('linkedin', {
    destination: 'https://bread.example/menu',
    override: { first_comment: 'The menu: {{link}}' },
  })
  await commentOnce(itemId)
  expect((await commentsOf(account))[0]?.text).toMatch(/^The menu: https?:\/\/\S+\/l\/\w+$/)
})

test('two workers at once write one comment', async () => {
  const { account, itemId } = await aPostWithComment('x')
  const results = await Promise.all([commentOnce(itemId), commentOnce(itemId), commentOnce(itemId)])
  expect(results.filter((result) => result !== null)).toEqual(['posted'])
  expect(await commentsOf(account)).toHaveLength(1)
})

test('a paused project writes no comments', async () => {
  const { project, account, itemId } = await aPostWithComment('x')
  await project.api.post(pauseProject, { id: project.projectId, reason: 'Recall' })
  const before = await callsOf(account, commentCalls.x)
  expect(await commentOnce(itemId)).toBeNull()
  expect(await callsOf(account, commentCalls.x)).toBe(before)
})

test('the text of a published channel is not changed by an edit', async () => {
  const { project, storyId } = await aPostWithComment('x')
  const edit = { id: storyId, channel_overrides: { x: { first_comment: 'Other' } } }
  expect((await project.api.refused(editStory, edit)).status).toBe(409)
})
