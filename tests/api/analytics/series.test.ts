import { expect, test } from 'vitest'
import { getAnalytics, getAnalyticsSeries, listBestStories } from '@/lib/analytics/contract'
import { database } from '@/lib/db/pool'
import { aProject } from '@/tests/support/api/api'
import { published } from './published'

const range = { from: '2031-05-01T00:00:00Z', to: '2031-05-05T00:00:00Z' }

test('every day has a row: null without posts, 0 when measured', async () => {
  const project = await aProject()
  await published(project, { x: { publishedAt: '2031-05-01T09:00:00Z', likes: 3 } })
  await published(project, { x: { publishedAt: '2031-05-03T09:00:00Z', likes: 0 } })
  await published(project, { threads: { publishedAt: '2031-05-03T10:00:00Z', likes: 4 } })
  const { series, timezone, interval } = await project.api.get(getAnalyticsSeries, range)
  expect([timezone, interval]).toEqual(['UTC', 'day'])
  expect(series.map(({ date, posts, likes }) => [date, posts, likes])).toEqual([
    ['2031-05-01', 1, 3],
    ['2031-05-02', 0, null],
    ['2031-05-03', 2, 4],
    ['2031-05-04', 0, null],
  ])
  expect(series[1]?.unreported_metrics).toContain('likes')
  const { totals } = await project.api.get(getAnalytics, range)
  expect(series.reduce((sum, { likes }) => sum + (likes ?? 0), 0)).toBe(totals.likes)
  const onX = await project.api.get(getAnalyticsSeries, { ...range, channel: 'x' })
  expect(onX.series.map(({ likes }) => likes)).toEqual([3, null, 0, null])
})

test('days follow the project’s zone across a clock change', async () => {
  const project = await aProject({ timezone: 'Europe/Berlin' })
  // Both are on the 31st there. The clocks went forward on the 30th.
  await published(project, { x: { publishedAt: '2031-03-30T22:30:00Z', likes: 1 } })
  await published(project, { x: { publishedAt: '2031-03-31T21:30:00Z', likes: 2 } })
  const { series } = await project.api.get(getAnalyticsSeries, {
    from: '2031-03-28T23:00:00Z',
    to: '2031-04-01T22:00:00Z',
  })
  expect(series.map(({ date, likes }) => [date, likes])).toEqual([
    ['2031-03-29', null],
    ['2031-03-30', null],
    ['2031-03-31', 3],
    ['2031-04-01', null],
  ])
})

test('months start at the first post, and there are none without posts', async () => {
  const project = await aProject()
  const empty = await project.api.get(getAnalyticsSeries, { interval: 'month' })
  expect(empty.series).toEqual([])
  await published(project, { x: { publishedAt: '2031-01-20T09:00:00Z', likes: 1 } })
  await published(project, { x: { publishedAt: '2031-03-02T09:00:00Z', likes: 2 } })
  const { series } = await project.api.get(getAnalyticsSeries, { interval: 'month', to: '2031-04-01T00:00:00Z' })
  expect(series.map(({ date, likes }) => [date, likes])).toEqual([
    ['2031-01-01', 1],
    ['2031-02-01', null],
    ['2031-03-01', 2],
  ])
})

test('refuses a range of too many days', async () => {
  const { api } = await aProject()
  const refusal = await api.refused(getAnalyticsSeries, { from: '2020-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' })
  expect(refusal.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'interval', code: 'too_many' }] })
  for (const contract of [getAnalyticsSeries, listBestStories]) {
    const turned = await api.refused(contract, { from: range.to, to: range.from })
    expect(turned.error.issues).toMatchObject([{ path: 'to', code: 'invalid_range' }])
  }
})

test('best stories come first, those without data last, without gaps or repeats between pages', async () => {
  const project = await aProject()
  const likes = [5, null, 9, 0, 5, 2]
  const ids = []
  for (const count of likes) ids.push(await published(project, { x: count === null ? {} : { likes: count } }))
  const read: string[] = []
  const seen: (number | null)[] = []
  let cursor: string | undefined
  do {
    const page = await project.api.get(listBestStories, { metric: 'likes', limit: 2, cursor })
    read.push(...page.stories.map(({ story_id }) => story_id))
    seen.push(...page.stories.map((story) => story.likes))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual([9, 5, 5, 2, 0, null])
  expect([...read].sort()).toEqual([...ids].sort())
})

test('a story counts only with the requested channels and time', async () => {
  const project = await aProject()
  const storyId = await published(project, {
    x: { publishedAt: '2031-05-02T09:00:00Z', likes: 3 },
    threads: { publishedAt: '2031-05-02T10:00:00Z', likes: 4 },
    linkedin: { publishedAt: '2031-06-02T10:00:00Z', likes: 100 },
  })
  const { stories } = await project.api.get(listBestStories, range)
  expect(stories).toMatchObject([
    { story_id: storyId, channels: ['x', 'threads'], posts: 2, likes: 7, published_at: '2031-05-02T09:00:00.000Z' },
  ])
  const other = await aProject()
  expect((await other.api.get(listBestStories, range)).stories).toEqual([])
})

test('project totals use their index', async () => {
  const { rows } = await import('kysely').then(({ sql }) =>
    sql<{ indexdef: string }>`select indexdef from pg_indexes where tablename = 'post_metrics'`.execute(database()),
  )
  expect(rows.map(({ indexdef }) => indexdef).join()).toContain('(project_id, published_at)')
})
