import { expect, test } from 'vitest'
import { getEngagementHeatMap, listPillarAnalytics } from '@/lib/analytics/breakdown-contract'
import { getAnalytics, getAnalyticsSeries } from '@/lib/analytics/contract'
import { database } from '@/lib/db/pool'
import { replacePillars } from '@/lib/pillars/contract'
import { aProject } from '@/tests/support/api/api'
import { published } from './published'

const inBerlin = (projectId: string) =>
  database().updateTable('projects').set({ timezone: 'Europe/Berlin' }).where('id', '=', projectId).execute()

test('the heat map has medians by hour in the project’s zone, and none below the floor', async () => {
  const project = await aProject()
  await inBerlin(project.projectId)
  // Friday, 9:00 and 10:00 in Berlin. The last one is in winter time.
  for (const [publishedAt, likes] of [
    ['2031-05-02T07:00:00Z', 10],
    ['2031-05-09T07:59:00Z', 20],
    ['2031-11-07T08:30:00Z', 90],
    ['2031-05-02T08:00:00Z', 50],
  ] as const)
    await published(project, { x: { impressions: 1_000, likes, publishedAt }, threads: { likes: 5, publishedAt } })
  await published(project, { x: { impressions: 0, likes: 0, publishedAt: '2031-05-02T07:00:00Z' } })
  expect(await project.api.get(getEngagementHeatMap)).toEqual({
    timezone: 'Europe/Berlin',
    posts_min: 3,
    cells: [
      { weekday: 5, hour: 9, posts: 3, median_engagement_rate: 0.02 },
      { weekday: 5, hour: 10, posts: 1, median_engagement_rate: null },
    ],
  })
})

test('pillars in their order, then other content types, then stories without one; sums equal the totals', async () => {
  const project = await aProject()
  await project.api.put(replacePillars, {
    id: project.projectId,
    pillars: [
      { name: 'Recipes', content_type: 'recipes', color: '#dc2626' },
      { name: 'Unused', content_type: 'unused' },
    ],
  })
  for (const contentType of [null, 'recipes', 'other', 'recipes']) {
    const id = await published(project, { x: { impressions: 1_000, likes: 10 }, threads: { likes: 1 } })
    await database().updateTable('stories').set({ content_type: contentType }).where('id', '=', id).execute()
  }
  const { pillars } = await project.api.get(listPillarAnalytics)
  expect(
    pillars.map(({ name, content_type, color, posts, engagement }) => [name, content_type, color, posts, engagement]),
  ).toEqual([
    ['Recipes', 'recipes', '#dc2626', 4, 22],
    [null, 'other', null, 2, 11],
    [null, null, null, 2, 11],
  ])
  const { totals } = await project.api.get(getAnalytics)
  expect(pillars.reduce((sum, { impressions }) => sum + (impressions ?? 0), 0)).toBe(totals.impressions)
})

test('a series can be split by channel', async () => {
  const project = await aProject()
  await published(project, { x: { likes: 3, publishedAt: '2031-05-02T09:00:00Z' } })
  await published(project, { threads: { likes: 4, publishedAt: '2031-05-03T09:00:00Z' } })
  const { series, by_channel } = await project.api.get(getAnalyticsSeries, {
    ...{ from: '2031-05-01T00:00:00Z', to: '2031-05-04T00:00:00Z', include: 'by_channel' },
  })
  expect(series.map(({ date, likes }) => [date, likes])).toEqual([
    ['2031-05-01', null],
    ['2031-05-02', 3],
    ['2031-05-03', 4],
  ])
  expect(by_channel?.map(({ channel, series: own }) => [channel, own.map(({ date, likes }) => [date, likes])])).toEqual(
    [
      ['x', [['2031-05-02', 3]]],
      ['threads', [['2031-05-03', 4]]],
    ],
  )
})

test.each([
  ['heat map', getEngagementHeatMap],
  ['pillars', listPillarAnalytics],
])('%s: 400 names the wrong range; other projects see nothing', async (_, contract) => {
  const { api } = await aProject()
  const range = { from: '2031-05-02T00:00:00Z', to: '2031-05-01T00:00:00Z' }
  expect((await api.refused(contract, range)).error.issues).toEqual([
    { path: 'to', code: 'invalid_range', message: 'must be later than `from`' },
  ])
  const { projectId } = await aProject()
  expect((await api.refused(contract, { project_id: projectId })).error.code).toBe('not_found')
})
