import { describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { listEvents } from '@/lib/events/contract'
import { listNotifications } from '@/lib/notifications/contract'
import { approveQueueItem } from '@/lib/queue/contract'
import { createReviewLink, listReviewLinks, revokeReviewLink } from '@/lib/review-links/contract'
import { commentReview, decideReview, openReview } from '@/lib/review-links/public-contract'
import { editStory, getStory, storyTimeline } from '@/lib/stories/contract'
import { createStoryComment, listStoryComments } from '@/lib/story-comments/contract'
import { fanOut } from '@/lib/webhooks/sending/fan-out'
import { Api, aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { aScheduledStory, aStory } from '../stories/stories'

const client = new Api(inject('productUrl'), null)
const cleo = { reviewer_name: 'Cleo Marsh' }

async function aLink({ api }: Pick<TestProject, 'api'>, story_ids: string[], members: object = {}) {
  const { url, review_link } = await api.post(createReviewLink, { story_ids, ...members })
  const token = url.split('/review/')[1] ?? ''
  recordSecret(token)
  return { token, link: review_link }
}

/** A project that requires approval, with a scheduled story on one channel. */
async function aWaitingStory() {
  const project = await aProject({ requireApproval: true })
  const story = await aScheduledStory(project, { channels: ['x'], title: 'Morning bread' })
  return { project, story }
}

const shown = async (token: string) => {
  const { stories } = await client.post(openReview, { token })
  const [story] = stories
  if (!story) throw new Error('The link shows no story.')
  return story
}

async function decide(token: string, decision: 'approved' | 'changes_requested', note?: string) {
  const { id: story_id, content_version } = await shown(token)
  return client.post(decideReview, { token, story_id, decision, ...cleo, content_version, ...(note ? { note } : {}) })
}

const statusesOf = async ({ api }: TestProject, id: string) =>
  (await api.get(getStory, { id })).content_queue.map(({ status }) => status)

describe('a review link', () => {
  test('shows its stories with the comments for clients, and nothing else', async () => {
    const { project, story } = await aWaitingStory()
    const other = await aStory(project, { caption: 'Not for the client' })
    await project.api.post(createStoryComment, { id: story.id, body: 'Internal' })
    await project.api.post(createStoryComment, { id: story.id, body: 'For you', audience: 'client' })
    const { token, link } = await aLink(project, [story.id], { name: 'May posts' })
    expect(link).toMatchObject({ name: 'May posts', story_ids: [story.id], is_open: true })
    const days = (Date.parse(link.expires_at) - Date.parse(link.created_at)) / 86_400_000
    expect(Math.round(days)).toBe(14)
    const review = await client.post(openReview, { token })
    expect(review).toMatchObject({ name: 'May posts' })
    expect(review.stories.map(({ id, comments }) => [id, comments.map(({ body }) => body)])).toEqual([
      [story.id, ['For you']],
    ])
    expect(JSON.stringify(review)).not.toMatch(/Internal|Not for the client/)
    expect(review.stories[0]?.posts.x?.text).toBe('Fresh bread')
    const input = { token, story_id: other.id, ...cleo, body: 'Hi' }
    expect((await client.refused(commentReview, input)).error.code).toBe('not_found')
    const decision = { token, story_id: other.id, ...cleo, decision: 'approved', content_version: '0' }
    expect((await client.refused(decideReview, decision)).error.code).toBe('not_found')
    const { review_links } = await project.api.get(listReviewLinks, { story_id: story.id })
    expect(review_links[0]?.last_opened_at).not.toBeNull()
    expect((await project.api.get(listReviewLinks, { story_id: other.id })).review_links).toEqual([])
  })

  test('that is unknown, revoked or expired opens nothing', async () => {
    const { project, story } = await aWaitingStory()
    const unknown = await client.refused(openReview, { token: 'no-such-link' })
    expect(unknown.error).toEqual({ code: 'not_found', message: 'No such review link.' })
    const revoked = await aLink(project, [story.id])
    await project.api.delete(revokeReviewLink, { id: revoked.link.id })
    const gone = await client.refused(openReview, { token: revoked.token })
    const message = 'This review link was revoked. Ask its sender for a new one.'
    expect([gone.status, gone.error]).toEqual([410, { code: 'gone', message }])
    const expired = await aLink(project, [story.id])
    await database()
      .updateTable('review_links')
      .set({ expires_at: new Date(0) })
      .where('id', '=', expired.link.id)
      .execute()
    const input = { token: expired.token, story_id: story.id, ...cleo, body: 'Hi' }
    expect((await client.refused(commentReview, input)).error).toEqual({
      code: 'gone',
      message: 'This review link has expired. Ask its sender for a new one.',
    })
  })

  test('cannot be made for stories of another tenant', async () => {
    const { project, story } = await aWaitingStory()
    const theirs = await aStory(await aProject())
    const none = await project.api.refused(createReviewLink, { story_ids: [theirs.id] })
    expect(none.error).toEqual({ code: 'not_found', message: 'No such story.' })
    const { error } = await project.api.refused(createReviewLink, { story_ids: [story.id, theirs.id] })
    expect(error.issues).toEqual([{ path: 'story_ids.1', code: 'not_found', message: 'is no story of this project' }])
  })
})

describe('a client who approves', () => {
  test('does not approve the posts, and an edit makes the approval outdated until the content is as before', async () => {
    const { project, story } = await aWaitingStory()
    const { token } = await aLink(project, [story.id])
    expect((await project.api.get(getStory, { id: story.id })).client_review).toMatchObject({ state: 'requested' })
    const answer = await decide(token, 'approved')
    expect(answer.story.review).toMatchObject({ state: 'approved', reviewer_name: 'Cleo Marsh', is_outdated: false })
    expect(await statusesOf(project, story.id)).toEqual(['pending'])
    const { entries } = await project.api.get(storyTimeline, { id: story.id, order: 'newest' })
    expect(entries[0]).toMatchObject({ actor: 'client', summary: 'Cleo Marsh (client) approved it.' })
    const owner = await signedIn(project.userId)
    const { notifications } = await owner.get(listNotifications, { project_id: project.projectId })
    expect(notifications[0]).toMatchObject({ kind: 'client_review', code: 'approved', person_name: 'Cleo Marsh' })
    // Events of earlier tests get their deliveries first.
    const reviews = async () => {
      await fanOut(database())
      const { events } = await project.api.get(listEvents, { event: 'story.client_reviewed' })
      return events.map(({ data }) => data)
    }
    await expect
      .poll(reviews, { timeout: 10_000 })
      .toMatchObject([{ decision: 'approved', reviewer_name: 'Cleo Marsh', note: null }])
    const edited = await project.api.patch(editStory, { id: story.id, caption: 'Stale bread' })
    expect(edited.story.client_review).toMatchObject({ state: 'approved', is_outdated: true })
    const back = await project.api.patch(editStory, { id: story.id, caption: 'Fresh bread' })
    expect(back.story.client_review).toMatchObject({ state: 'approved', is_outdated: false })
  })

  test('must have seen the current content', async () => {
    const { project, story } = await aWaitingStory()
    const { token } = await aLink(project, [story.id])
    const { content_version } = await shown(token)
    await project.api.patch(editStory, { id: story.id, caption: 'Stale bread' })
    const input = { token, story_id: story.id, decision: 'approved', ...cleo, content_version }
    expect((await client.refused(decideReview, input)).error).toEqual({
      code: 'conflict',
      message: 'This post was changed while you looked at it. Check it again, then decide.',
    })
    expect(await statusesOf(project, story.id)).toEqual(['pending'])
  })
})

describe('a client who asks for changes', () => {
  test('stops an approved post, and nobody approves it without noticing', async () => {
    const { project, story } = await aWaitingStory()
    const item = async () => (await project.api.get(getStory, { id: story.id })).content_queue[0]?.id ?? ''
    await project.api.post(approveQueueItem, { id: await item() })
    const { token } = await aLink(project, [story.id])
    const missing = { token, story_id: story.id, decision: 'changes_requested', ...cleo, content_version: '0' }
    expect((await client.refused(decideReview, missing)).error.issues).toEqual([
      { path: 'note', code: 'invalid', message: 'is required: say what to change' },
    ])
    await decide(token, 'changes_requested', 'Use the rye bread.')
    expect(await statusesOf(project, story.id)).toEqual(['pending'])
    const { error } = await project.api.refused(approveQueueItem, { id: await item() })
    expect(error).toEqual({
      code: 'conflict',
      message: 'Cleo Marsh asked for changes: Use the rye bread. Edit the story first, or approve it anyway.',
      issues: [
        { path: 'ignore_requested_changes', code: 'changes_requested', message: 'must be true to approve it anyway' },
      ],
    })
    const { comments } = await project.api.get(listStoryComments, { id: story.id })
    expect(comments[0]).toMatchObject({
      body: 'Use the rye bread.',
      audience: 'client',
      author: { kind: 'client', name: 'Cleo Marsh', user_id: null },
    })
    const { story: edited } = await project.api.patch(editStory, { id: story.id, caption: 'Rye bread' })
    expect(edited.client_review).toMatchObject({ state: 'changes_requested', is_outdated: true })
    await project.api.post(approveQueueItem, { id: await item() })
    expect(await statusesOf(project, story.id)).toEqual(['approved'])
  })

  test('can be overruled only in so many words', async () => {
    const { project, story } = await aWaitingStory()
    const { token } = await aLink(project, [story.id])
    await decide(token, 'changes_requested', 'No.')
    const id = (await project.api.get(getStory, { id: story.id })).content_queue[0]?.id ?? ''
    await project.api.post(approveQueueItem, { id, ignore_requested_changes: true })
    expect(await statusesOf(project, story.id)).toEqual(['approved'])
  })
})

test('a client’s comment is plain text, cannot mention anyone, and notifies the author', async () => {
  const { project, story } = await aWaitingStory()
  const { token } = await aLink(project, [story.id])
  const body = `<@${project.userId}> <script>`
  await client.post(commentReview, { token, story_id: story.id, ...cleo, body })
  const { comments } = await project.api.get(listStoryComments, { id: story.id })
  expect(comments[0]).toMatchObject({ body, mentions: [], can_edit: false, can_delete: true })
  const owner = await signedIn(project.userId)
  const { notifications } = await owner.get(listNotifications, { project_id: project.projectId })
  expect(notifications[0]).toMatchObject({ kind: 'client_review', code: 'commented', person_name: 'Cleo Marsh' })
})
