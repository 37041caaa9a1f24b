import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { listEvents } from '@/lib/events/contract'
import { enqueueDigests } from '@/lib/mail-digests/digest'
import { listNotifications, readNotifications, updateNotificationSettings } from '@/lib/notifications/contract'
import { getStory, storyTimeline } from '@/lib/stories/contract'
import {
  createStoryComment,
  deleteStoryComment,
  editStoryComment,
  listStoryComments,
} from '@/lib/story-comments/contract'
import { startEditing, stopEditing } from '@/lib/story-editors/contract'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { itemsOf, letMailTimePass, waitingMails } from '../mail/support'
import { aStory } from '../stories/stories'

async function aTeam() {
  const project = await aProject()
  const story = await aStory(project, { title: 'Morning bread' })
  const ana = await aMember(project.projectId, 'editor', { name: 'Ana Rossi' })
  const vic = await aMember(project.projectId, 'viewer', { name: 'Vic Noe' })
  return { project, story, ana, vic, anaApi: await signedIn(ana.userId), vicApi: await signedIn(vic.userId) }
}

type Notices = { api: Awaited<ReturnType<typeof signedIn>>; projectId: string }
const noticesOf = async ({ api, projectId }: Notices) => {
  const { notifications, unread_count } = await api.get(listNotifications, { project_id: projectId })
  return {
    unread_count,
    notices: notifications.map(({ kind, person_name, reason }) => ({ kind, person_name, reason })),
  }
}

describe('comments', () => {
  test('are listed newest first with names for mentions, and notify the mentioned member and the author once', async () => {
    const { project, story, ana, anaApi, vicApi } = await aTeam()
    const { projectId } = project
    const owner = await signedIn(project.userId)
    const body = `<@${ana.userId}> is <b>the photo</b> final?`
    const { comment } = await vicApi.post(createStoryComment, { id: story.id, body })
    expect(comment).toMatchObject({
      body,
      audience: 'team',
      author: { kind: 'member', name: 'Vic Noe' },
      mentions: [{ user_id: ana.userId, name: 'Ana Rossi' }],
      can_edit: true,
    })
    await anaApi.post(createStoryComment, { id: story.id, body: 'Yes' })
    const { comments, count } = await anaApi.get(listStoryComments, { id: story.id })
    expect([comments.map((one) => [one.body, one.can_edit, one.can_delete]), count]).toEqual([
      [
        ['Yes', true, true],
        [body, false, false],
      ],
      2,
    ])
    const reason = '@Ana Rossi is <b>the photo</b> final?'
    expect(await noticesOf({ api: anaApi, projectId })).toEqual({
      unread_count: 1,
      notices: [{ kind: 'mention', person_name: 'Vic Noe', reason }],
    })
    expect((await noticesOf({ api: owner, projectId })).notices).toEqual([
      { kind: 'story_comment', person_name: 'Ana Rossi', reason: 'Yes' },
      { kind: 'story_comment', person_name: 'Vic Noe', reason },
    ])
    const { notifications } = await anaApi.get(listNotifications, { project_id: projectId })
    const notification_ids = notifications.map(({ id }) => id)
    // Another member cannot mark it as read.
    await vicApi.post(readNotifications, { project_id: projectId, notification_ids })
    expect((await noticesOf({ api: anaApi, projectId })).unread_count).toBe(1)
    expect(await anaApi.post(readNotifications, { project_id: projectId, notification_ids })).toMatchObject({
      unread_count: 0,
    })
    const { entries } = await project.api.get(storyTimeline, { id: story.id, order: 'newest' })
    expect(entries[0]).toMatchObject({ kind: 'commented', actor: `user:${ana.userId}`, summary: 'Comment added.' })
    await fanOut(database())
    const { events } = await project.api.get(listEvents, { event: 'story.commented' })
    expect(events.map(({ data }) => (data.comment as { body: string }).body)).toEqual([body, 'Yes'])
    expect(await project.api.get(getStory, { id: story.id })).toMatchObject({ comments_count: 2 })
  })

  test('a mention is mailed, unless the member turned it off', async () => {
    const { project, story, ana, vic, vicApi } = await aTeam()
    const { projectId } = project
    await vicApi.patch(updateNotificationSettings, { project_id: projectId, muted_kinds: ['mention'] })
    const body = `<@${ana.userId}> <@${vic.userId}> please check`
    const owner = await signedIn(project.userId)
    await owner.post(createStoryComment, { id: story.id, body })
    await enqueueDigests(database())
    await letMailTimePass(projectId, 61)
    await enqueueDigests(database())
    const [mail] = await waitingMails(ana.email)
    expect(mail).toMatchObject({ kind: 'comments' })
    expect(itemsOf(mail)).toEqual([
      {
        text: expect.stringMatching(/ mentioned you on “Morning bread”$/),
        detail: '@Ana Rossi @Vic Noe please check',
        path: `/${projectId}/stories/${story.id}`,
      },
    ])
    expect(await waitingMails(vic.email)).toEqual([])
    const { notices } = await noticesOf({ api: vicApi, projectId })
    expect(notices).toEqual([])
  })

  test('only the author edits, and a new mention in an edit notifies', async () => {
    const { project, story, ana, anaApi, vicApi } = await aTeam()
    const { comment } = await vicApi.post(createStoryComment, { id: story.id, body: 'Final?' })
    const owner = await signedIn(project.userId)
    const { error } = await owner.refused(editStoryComment, { id: comment.id, body: 'Changed' })
    expect(error).toEqual({ code: 'insufficient_scope', message: 'Only the author can edit a comment.' })
    const body = `Final, <@${ana.userId}>?`
    const edited = await vicApi.patch(editStoryComment, { id: comment.id, body })
    expect(edited.comment).toMatchObject({ body, edited_at: expect.any(String) })
    expect((await noticesOf({ api: anaApi, projectId: project.projectId })).notices).toHaveLength(1)
  })

  test('any member resolves a comment and opens it again', async () => {
    const { project, story, anaApi, vicApi } = await aTeam()
    const { comment } = await vicApi.post(createStoryComment, { id: story.id, body: 'Final?' })
    expect(comment.resolved).toBeNull()
    const { id } = comment
    const first = (await anaApi.patch(editStoryComment, { id, resolved: true })).comment
    expect(first).toEqual({
      ...comment,
      can_edit: false,
      can_delete: false,
      resolved: { at: expect.any(String), by: 'Ana Rossi' },
    })
    // Who resolved it first stays.
    const again = (await vicApi.patch(editStoryComment, { id, resolved: true })).comment
    expect(again.resolved).toEqual(first.resolved)
    expect((await vicApi.patch(editStoryComment, { id, resolved: false })).comment).toEqual(comment)
    const { error } = await project.api.refused(editStoryComment, { id })
    expect(error.issues).toMatchObject([{ path: 'body', message: 'is required, unless `resolved` is set' }])
  })

  test('an admin deletes any comment and its notifications, others only their own', async () => {
    const { project, story, ana, anaApi, vicApi } = await aTeam()
    const { comment } = await vicApi.post(createStoryComment, { id: story.id, body: `<@${ana.userId}>` })
    const { error } = await anaApi.refused(deleteStoryComment, { id: comment.id })
    const message = 'You are editor in this project. You can only delete your own comments.'
    expect(error).toEqual({ code: 'insufficient_scope', message })
    const owner = await signedIn(project.userId)
    expect(await owner.delete(deleteStoryComment, { id: comment.id })).toEqual({ ok: true, comment_id: comment.id })
    expect((await anaApi.get(listStoryComments, { id: story.id })).comments).toEqual([])
    expect((await noticesOf({ api: anaApi, projectId: project.projectId })).notices).toEqual([])
  })

  test('refuse someone who is not a member, a text that is too long, and an empty one', async () => {
    const { project, story } = await aTeam()
    const other = await aProject()
    const { error } = await project.api.refused(createStoryComment, { id: story.id, body: `<@${other.userId}>` })
    const message = `mentions ${other.userId}, who is not a member of this project. Remove the mention.`
    expect(error.issues).toEqual([{ path: 'body', code: 'no_member', message }])
    for (const [body, problem] of [
      ['a'.repeat(2_001), 'must be at most 2000 characters'],
      ['  ', 'must not be empty'],
    ]) {
      const refusal = await project.api.refused(createStoryComment, { id: story.id, body })
      expect(refusal.error.issues?.[0]).toMatchObject({ path: 'body', message: problem })
    }
  })

  test('a key creates one comment, and pages hold each comment once', async () => {
    const { project, story } = await aTeam()
    const key = { 'idempotency-key': 'one-comment' }
    const first = await project.api.post(createStoryComment, { id: story.id, body: 'One' }, key)
    expect(await project.api.post(createStoryComment, { id: story.id, body: 'One' }, key)).toEqual(first)
    for (const body of ['Two', 'Three']) await project.api.post(createStoryComment, { id: story.id, body })
    const page = await project.api.get(listStoryComments, { id: story.id, limit: 2 })
    const rest = await project.api.get(listStoryComments, { id: story.id, limit: 2, cursor: page.next_cursor ?? '' })
    expect([...page.comments, ...rest.comments].map(({ body }) => body)).toEqual(['Three', 'Two', 'One'])
    expect(rest.next_cursor).toBeNull()
  })
})

test('shows others who edits a story, until they stop or their presence expires', async () => {
  const { project, story, ana, anaApi, vicApi } = await aTeam()
  const owner = await signedIn(project.userId)
  const editor = { user_id: ana.userId, name: 'Ana Rossi', photo_url: null }
  const editorsFor = async (api: typeof owner) => (await api.get(getStory, { id: story.id })).editors
  expect(await anaApi.post(startEditing, { id: story.id })).toEqual({
    editors: [],
    comments_count: 0,
    is_with_client: false,
    updated_at: story.updated_at,
  })
  expect(await editorsFor(owner)).toEqual([editor])
  expect(await editorsFor(anaApi)).toEqual([])
  expect((await owner.post(startEditing, { id: story.id })).editors).toEqual([editor])
  expect((await vicApi.refused(startEditing, { id: story.id })).error.code).toBe('insufficient_scope')
  await owner.delete(stopEditing, { id: story.id })
  await database()
    .updateTable('story_editors')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', ana.userId)
    .execute()
  expect(await editorsFor(owner)).toEqual([])
})
