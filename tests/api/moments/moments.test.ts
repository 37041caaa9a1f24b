import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { listMoments, updateMoment } from '@/lib/moments/contract'
import { listNotifications, readNotifications } from '@/lib/notifications/contract'
import { getProject } from '@/lib/projects/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { insertStory } from '@/tests/support/database/story-rows'
import { aMoment, spikeSnapshot } from '@/tests/support/moments/moments'

test('lists moments with their story, newest first, filtered and in pages', async () => {
  const { api, projectId } = await aProject()
  expect(await api.get(listMoments)).toEqual({ moments: [], next_cursor: null })
  const { storyId } = await insertStory(database(), { projectId, channels: ['instagram'], caption: 'Warm bread' })
  const first = await aMoment(projectId, { story_id: storyId })
  const second = await aMoment(projectId, { severity: 'high', status: 'dismissed', kind: 'slump' })
  const third = await aMoment(projectId, { severity: 'low', status: 'acted_on' })
  await aMoment((await aProject()).projectId)
  const ids = async (query: object) => (await api.get(listMoments, query)).moments.map(({ id }) => id)
  expect(await ids({})).toEqual([third, second, first])
  expect(await ids({ status: 'new,dismissed' })).toEqual([second, first])
  expect(await ids({ severity: 'high,low' })).toEqual([third, second])
  expect(await ids({ status: 'new', severity: 'high' })).toEqual([])
  expect(await ids({ story_id: storyId })).toEqual([first])
  const page = await api.get(listMoments, { limit: 2 })
  expect(page.moments.map(({ id }) => id)).toEqual([third, second])
  const { moments, next_cursor } = await api.get(listMoments, { limit: 2, cursor: page.next_cursor ?? '' })
  expect(next_cursor).toBeNull()
  expect(moments).toEqual([
    {
      id: first,
      project_id: projectId,
      story_id: storyId,
      kind: 'engagement_spike',
      severity: 'medium',
      status: 'new',
      headline: '“Loaf” got 5× your usual engagement',
      reasoning: '500 interactions in 24 hours on Instagram. The median of the 30 posts before it is 100.',
      data_snapshot: spikeSnapshot,
      detected_at: expect.any(String),
      draft_story_id: null,
      story: {
        id: storyId,
        title: null,
        caption: 'Warm bread',
        channels: ['instagram'],
        media_url: null,
        published_at: null,
      },
    },
  ])
})

test('a moment is acted on or dismissed, and can be set back to new', async () => {
  const { api, projectId } = await aProject()
  const id = await aMoment(projectId)
  for (const status of ['acted_on', 'acted_on', 'new', 'dismissed', 'new', 'new'] as const)
    expect(await api.patch(updateMoment, { id, status })).toMatchObject({ id, status })
  await api.patch(updateMoment, { id, status: 'dismissed' })
  const { status, error } = await api.refused(updateMoment, { id, status: 'acted_on' })
  expect([status, error.message]).toEqual([409, 'This moment is dismissed. Set it to new first.'])
  for (const status of ['new', 'acted_on'] as const) await api.patch(updateMoment, { id, status })
  expect((await api.refused(updateMoment, { id, status: 'dismissed' })).status).toBe(409)
})

test('400 names the parameter and the allowed values; reading needs moments:read, changing stories:write', async () => {
  const { api, projectId, withToken } = await aProject()
  const id = await aMoment(projectId)
  const issuesOf = async (contract: typeof listMoments | typeof updateMoment, input: object) =>
    (await api.refused(contract, input)).error.issues?.map(({ path, message }) => `${path} ${message}`)
  expect(await issuesOf(listMoments, { status: 'new,old', severity: 'huge', limit: 0, story_id: 'x' })).toEqual([
    'limit must be 1 to 200',
    'status.1 must be one of new, acted_on, dismissed',
    'severity.0 must be one of low, medium, high, exceptional',
    'story_id must be a UUID',
  ])
  expect(await issuesOf(updateMoment, { id, status: 'done' })).toEqual([
    'status must be one of new, acted_on, dismissed',
  ])
  const reader = await withToken({ scopes: ['moments:read'] })
  expect((await reader.get(listMoments)).moments).toHaveLength(1)
  expect((await reader.refused(updateMoment, { id, status: 'dismissed' })).error.code).toBe('insufficient_scope')
  const writer = await withToken({ scopes: ['stories:write'] })
  expect((await writer.refused(listMoments)).error.code).toBe('insufficient_scope')
})

test('the project says whether moments are drafted automatically; off by default', async () => {
  const { api, projectId } = await aProject()
  expect(await api.get(getProject, { id: projectId })).toMatchObject({ auto_draft_moments: false })
})

test('a moment of high severity rings the bell until it is acted on', async () => {
  const { projectId, userId, api } = await aProject()
  const session = await signedIn(userId)
  await aMoment(projectId, { alerted_at: null })
  const id = await aMoment(projectId, { severity: 'high', alerted_at: new Date() })
  const bell = () => session.get(listNotifications, { project_id: projectId })
  const first = await bell()
  expect(first.unread_count).toBe(1)
  expect(first.notifications).toMatchObject([
    { id, kind: 'moment', is_read: false, is_settled: false, code: 'high', reason: expect.stringMatching(/^“Loaf”/) },
  ])
  await session.post(readNotifications, { project_id: projectId, up_to: first.seen })
  await api.patch(updateMoment, { id, status: 'acted_on' })
  expect(await bell()).toMatchObject({ unread_count: 0, notifications: [{ id, is_read: true, is_settled: true }] })
})
