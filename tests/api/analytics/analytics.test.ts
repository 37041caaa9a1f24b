import { expect, test } from 'vitest'
import { getAnalytics } from '@/lib/analytics/contract'
import { getStory, listStories } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'
import { aDraft, published, updateTotalsOf } from './published'

const nothing = {
  posts: 0,
  impressions: null,
  reach: null,
  clicks: null,
  saves: null,
  shares: null,
  likes: null,
  comments: null,
  engagement: null,
  engagement_rate: null,
  unreported_metrics: ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments', 'engagement'],
}

test('totals of a project without posts are null', async () => {
  const { api } = await aProject()
  expect(await api.get(getAnalytics)).toEqual({ totals: nothing, by_channel: [] })
})

test('totals overall and per channel; metrics without data are null and listed', async () => {
  const project = await aProject()
  await published(project, {
    x: { impressions: 1_000, clicks: 10, saves: 5, shares: 4, likes: 20, comments: 1 },
    threads: { impressions: 500, likes: 0, comments: 0, shares: 0 },
    ghost: { clicks: 7 },
  })
  await published(project, { x: { impressions: 3_000, clicks: 20, saves: 5, shares: 6, likes: 30, comments: 9 } })
  expect(await project.api.get(getAnalytics)).toEqual({
    totals: {
      posts: 4,
      impressions: 4_500,
      reach: null,
      clicks: 37,
      saves: 10,
      shares: 10,
      likes: 50,
      comments: 10,
      engagement: 117,
      // Ghost reports clicks without impressions, so the rate excludes them.
      engagement_rate: 0.0244,
      unreported_metrics: ['reach'],
    },
    by_channel: [
      {
        channel: 'x',
        posts: 2,
        impressions: 4_000,
        reach: null,
        clicks: 30,
        saves: 10,
        shares: 10,
        likes: 50,
        comments: 10,
        engagement: 110,
        engagement_rate: 0.0275,
        unreported_metrics: ['reach'],
      },
      {
        ...nothing,
        channel: 'ghost',
        posts: 1,
        clicks: 7,
        engagement: 7,
        unreported_metrics: ['impressions', 'reach', 'saves', 'shares', 'likes', 'comments'],
      },
      {
        ...nothing,
        channel: 'threads',
        posts: 1,
        impressions: 500,
        shares: 0,
        likes: 0,
        comments: 0,
        engagement: 0,
        engagement_rate: 0,
        unreported_metrics: ['reach', 'clicks', 'saves'],
      },
    ],
  })
})

test('the range includes its start and excludes its end, and channels can be filtered', async () => {
  const project = await aProject()
  await published(project, { x: { impressions: 1, publishedAt: '2031-05-01T00:00:00Z' } })
  await published(project, { x: { impressions: 10, publishedAt: '2031-05-31T23:59:59Z' } })
  await published(project, { threads: { impressions: 100, publishedAt: '2031-05-15T12:00:00Z' } })
  await published(project, { x: { impressions: 1_000, publishedAt: '2031-06-01T00:00:00Z' } })
  const may = { from: '2031-05-01T00:00:00Z', to: '2031-06-01T00:00:00Z' }
  const impressions = async (query: object) => (await project.api.get(getAnalytics, query as never)).totals.impressions
  expect(await impressions(may)).toBe(111)
  expect(await impressions({ from: may.to })).toBe(1_000)
  expect(await impressions({ to: may.from })).toBeNull()
  expect(await impressions({ ...may, channel: 'x' })).toBe(11)
  expect(await impressions({ channel: 'x,threads' })).toBe(1_111)
  expect(await impressions({ channel: 'ghost' })).toBeNull()
})

test('400 naming the wrong member and what to do', async () => {
  const { api } = await aProject()
  const issuesOf = async (query: object) => (await api.refused(getAnalytics, query)).error.issues
  expect(await issuesOf({ from: '2031-05-01' })).toMatchObject([{ path: 'from', code: 'invalid_format' }])
  expect(await issuesOf({ channel: 'myspace' })).toMatchObject([{ path: 'channel.0' }])
  expect(await issuesOf({ from: '2031-05-02T00:00:00Z', to: '2031-05-01T00:00:00Z' })).toEqual([
    { path: 'to', code: 'invalid_range', message: 'must be later than `from`' },
  ])
  expect(await issuesOf({ window: 7 })).toMatchObject([{ path: 'window', code: 'unknown_member' }])
})

test('other projects and callers without the scope see nothing', async () => {
  const owner = await aProject()
  await published(owner, { x: { impressions: 1_000 } })
  const outsider = await aProject()
  expect((await outsider.api.refused(getAnalytics, { project_id: owner.projectId })).status).toBe(404)
  expect((await outsider.api.get(getAnalytics)).totals).toEqual(nothing)
  const blind = await owner.withToken({ scopes: ['stories:read'] })
  expect((await blind.refused(getAnalytics)).error.code).toBe('insufficient_scope')
  const wide = await owner.withToken({ isAccount: true })
  expect((await wide.get(getAnalytics, { projectId: owner.projectId } as never)).totals.impressions).toBe(1_000)
  expect((await wide.refused(getAnalytics)).error.issues).toMatchObject([{ path: 'project_id', code: 'required' }])
})

test('a story shows its totals, their age and missing metrics; a draft has none', async () => {
  const project = await aProject()
  const id = await published(project, { x: { impressions: 10, clicks: 0, likes: 1 }, threads: { impressions: 5 } })
  await updateTotalsOf(id, ['x', 'threads'])
  const draftId = await aDraft(project)
  const { stories } = await project.api.get(listStories)
  const shown = stories.find((story) => story.id === id)
  expect(shown).toMatchObject({
    total_impressions: 15,
    total_reach: null,
    total_clicks: 0,
    total_saves: null,
    total_engagement: 1,
    best_performing_channel: 'x',
    metrics_as_of: '2031-05-03T09:00:00.000Z',
    unreported_metrics: ['reach', 'saves'],
  })
  expect(shown?.metrics_age_hours).toBeGreaterThanOrEqual(0)
  expect(await project.api.get(getStory, { id: draftId })).toMatchObject({
    total_impressions: null,
    metrics_as_of: null,
    metrics_age_hours: null,
    unreported_metrics: [],
  })
})
