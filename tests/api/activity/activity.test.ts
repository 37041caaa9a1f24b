import { expect, test } from 'vitest'
import { listActivity } from '@/lib/activity/contract'
import { changeMember } from '@/lib/members/contract'
import { updateProject } from '@/lib/projects/contract'
import { createReviewLink } from '@/lib/review-links/contract'
import { decideReview, openReview } from '@/lib/review-links/public-contract'
import { editStory } from '@/lib/stories/contract'
import { createStoryComment } from '@/lib/story-comments/contract'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { recordSecret } from '@/tests/support/processes/leak-log'
import { aStory } from '../stories/stories'

async function someActivity() {
  const project = await aProject()
  const { api, projectId, userId } = project
  const story = await aStory(project, { title: 'Morning bread' })
  const ana = await aMember(projectId, 'editor', { name: 'Ana Rossi' })
  const anaApi = await signedIn(ana.userId)
  await anaApi.patch(editStory, { id: story.id, caption: 'Rye bread' })
  await anaApi.post(createStoryComment, { id: story.id, body: 'Better?' })
  const { url } = await api.post(createReviewLink, { story_ids: [story.id] })
  const token = url.split('/review/')[1] ?? ''
  recordSecret(token)
  const [shown] = (await anaApi.post(openReview, { token })).stories
  const decision = { token, story_id: story.id, decision: 'approved' as const, reviewer_name: 'Cleo Marsh' }
  await anaApi.post(decideReview, { ...decision, content_version: shown?.content_version ?? '' })
  const owner = await signedIn(userId)
  await owner.patch(updateProject, { id: projectId, require_approval: true })
  await owner.patch(changeMember, { id: projectId, user_id: ana.userId, role: 'viewer' })
  return { project, story, ana, owner }
}

test('shows who did what to stories and to the project, newest first and page by page', async () => {
  const { project, story, ana } = await someActivity()
  const { entries } = await project.api.get(listActivity, {})
  expect(entries.map(({ kind, actor: { kind: who, name }, summary }) => [kind, who, name, summary])).toEqual([
    ['member_changed', 'member', expect.any(String), 'Changed the role of Ana Rossi to viewer.'],
    ['settings_changed', 'member', expect.any(String), 'Changed the settings: require approval.'],
    ['client_approved', 'client', 'Cleo Marsh', 'Cleo Marsh (client) approved it.'],
    ['review_requested', 'token', expect.any(String), expect.stringMatching(/^Sent to a client for review: /)],
    ['commented', 'member', 'Ana Rossi', 'Comment added.'],
    ['edited', 'member', 'Ana Rossi', 'Edited: text.'],
    ['created', 'token', expect.any(String), expect.stringMatching(/^Created/)],
  ])
  expect(entries[4]).toMatchObject({
    actor: { user_id: ana.userId, photo_url: null },
    story: { id: story.id, title: 'Morning bread' },
  })
  const pages: string[] = []
  let cursor: string | undefined
  do {
    const page = await project.api.get(listActivity, { limit: 3, cursor })
    pages.push(...page.entries.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(pages).toEqual(entries.map(({ id }) => id))
})

test('filters by kind and person, and is for members only', async () => {
  const { project, ana, owner } = await someActivity()
  const kindsOf = async (query: object): Promise<string[]> =>
    (await project.api.get(listActivity, query)).entries.map(({ kind }) => kind)
  expect(await kindsOf({ user_id: ana.userId })).toEqual(['commented', 'edited'])
  expect(await kindsOf({ kind: 'clients,comments' })).toEqual(['client_approved', 'review_requested', 'commented'])
  expect(await kindsOf({ kind: 'project' })).toEqual(['member_changed', 'settings_changed'])
  // What the owner did with a token is theirs.
  expect(await kindsOf({ user_id: project.userId, kind: 'content' })).toEqual(['created'])
  const { error } = await owner.refused(listActivity, { project_id: (await aProject()).projectId })
  expect(error).toEqual({ code: 'not_found', message: 'No such project.' })
  const unknown = await project.api.refused(listActivity, { kind: 'weather' })
  expect(unknown.error.issues).toMatchObject([{ path: 'kind.0' }])
})
