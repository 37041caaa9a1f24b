import { expect, test } from 'vitest'
import { deletePillar, getPillarPerformance, listPillars, replacePillars, updatePillars } from '@/lib/pillars/contract'
import { updateProject } from '@/lib/projects/contract'
import { createStory, getStory, listStories } from '@/lib/stories/contract'
import { resolveTracking } from '@/lib/tracking/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { publishedDaysAgo } from './posts'

const recipes = {
  name: 'Recipes',
  content_type: 'recipes',
  color: '#C2410C',
  allocation_percent: 40,
  benchmark_metric: 'save_rate',
  benchmark_value: 0.03,
  max_gap_days: 7,
} as const

test('PUT replaces the list, PATCH changes and adds, and ids stay', async () => {
  const { api, projectId: id } = await aProject()
  expect(await api.get(listPillars, { id })).toEqual({ pillars: [] })
  const { pillars } = await api.put(replacePillars, { id, pillars: [recipes, { name: 'News', content_type: 'news' }] })
  const [first, second] = pillars
  expect(first).toEqual({
    ...recipes,
    id: expect.any(String),
    project_id: id,
    color: '#c2410c',
    benchmark_window_days: 30,
    created_at: expect.any(String),
  })
  const patched = await api.patch(updatePillars, {
    id,
    pillars: [
      { id: second?.id, content_type: 'company' },
      { name: 'Team', content_type: 'news' },
    ],
  })
  expect(patched.pillars.map((pillar) => [pillar.id === second?.id, pillar.name, pillar.content_type])).toEqual([
    [false, 'Recipes', 'recipes'],
    [true, 'News', 'company'],
    [false, 'Team', 'news'],
  ])
  const kept = await api.put(replacePillars, { id, pillars: [{ name: 'Cooking', content_type: 'recipes' }] })
  expect(kept.pillars).toEqual([
    {
      ...first,
      name: 'Cooking',
      color: null,
      allocation_percent: null,
      benchmark_metric: null,
      benchmark_value: null,
      max_gap_days: null,
    },
  ])
  expect(await api.get(listPillars, { id })).toEqual(kept)
})

test('DELETE removes one pillar; its stories keep their content type', async () => {
  const { api, projectId: id } = await aProject()
  const added = await api.put(replacePillars, { id, pillars: [recipes, { name: 'News', content_type: 'news' }] })
  const [first, second] = added.pillars
  const { story } = await api.post(createStory, { caption: 'Rye', channels: ['x'], content_type: 'recipes' })
  expect(await api.delete(deletePillar, { id: first?.id ?? '' })).toEqual({ ok: true })
  expect(await api.get(listPillars, { id })).toEqual({ pillars: [second] })
  expect((await api.get(getStory, { id: story.id })).content_type).toBe('recipes')
  expect(await api.refused(deletePillar, { id: first?.id ?? '' })).toMatchObject({ status: 404 })
})

test('refuses bad lists and changes nothing', async () => {
  const { api, projectId: id } = await aProject()
  await api.put(replacePillars, { id, pillars: [recipes] })
  const other = await aProject()
  const theirs = await other.api.put(replacePillars, { id: other.projectId, pillars: [recipes] })
  const news = { name: 'News', content_type: 'news' }
  const refused: [object[], string, string][] = [
    [[{ ...news, content_type: 'Big News' }], 'pillars.0.content_type', '1 to 100 of a–z'],
    [[{ ...news, name: ' ' }], 'pillars.0.name', 'must not be empty'],
    [[{ ...news, color: 'red' }], 'pillars.0.color', '#c2410c'],
    [[{ ...news, allocation_percent: -1 }], 'pillars.0.allocation_percent', '0 to 100'],
    [[{ ...news, benchmark_metric: 'fame', benchmark_value: 1 }], 'pillars.0.benchmark_metric', 'save_rate'],
    [[{ ...news, max_gap_days: 366 }], 'pillars.0.max_gap_days', '1 to 365'],
    [[{ ...news, benchmark_window_days: 0 }], 'pillars.0.benchmark_window_days', '1 to 365'],
    [[recipes, { ...news, allocation_percent: 60.5 }], 'pillars', '100.5%'],
    [[{ ...news, id: theirs.pillars[0]?.id }], 'pillars.0.id', 'no such pillar'],
    [[recipes, recipes], 'pillars.1', 'twice'],
    [Array.from({ length: 51 }, (_, n) => ({ name: `P${n}`, content_type: `p${n}` })), 'pillars', 'at most 50'],
    [[{ ...news, surprise: true }], 'pillars.0.surprise', ''],
  ]
  for (const [pillars, path, words] of refused) {
    const { status, error } = await api.refused(replacePillars, { id, pillars })
    expect([status, error.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
    expect(error.message).toContain(words)
  }
  expect((await api.get(listPillars, { id })).pillars).toMatchObject([{ name: 'Recipes' }])
  expect((await api.refused(replacePillars, { id: other.projectId, pillars: [] })).status).toBe(404)
})

test('parallel changes keep the allocation at 100% or less', async () => {
  const { api, projectId: id } = await aProject()
  const add = (n: number) =>
    api.send(updatePillars, { id, pillars: [{ name: `P${n}`, content_type: `p${n}`, allocation_percent: 30 }] })
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => add(n)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400, 400, 400])
  expect((await api.get(listPillars, { id })).pillars).toHaveLength(3)
})

test('shares, rates and means come from posts of the window; sums from those a day old', async () => {
  const { api, projectId: id } = await aProject()
  await api.put(replacePillars, {
    id,
    pillars: [
      recipes,
      { name: 'News', content_type: 'news', benchmark_metric: 'saves', benchmark_value: 7, max_gap_days: 1 },
      { name: 'Team', content_type: 'team', benchmark_metric: 'save_rate', benchmark_value: 0.5 },
    ],
  })
  await publishedDaysAgo(id, [
    { contentType: 'recipes', daysAgo: 7.5, saves: 10 },
    { contentType: 'recipes', daysAgo: 9, saves: 20 },
    { contentType: 'recipes', daysAgo: 29.9, saves: 30, impressions: 2_000 },
    // Reports no impressions, so it is in no rate.
    { contentType: 'recipes', daysAgo: 11, saves: 500, impressions: null },
    ...[30.1, 40, 59.9].map((daysAgo) => ({ contentType: 'recipes', daysAgo, saves: 50 })),
    { contentType: 'recipes', daysAgo: 60.1, saves: 30 },
    // Read only after a day.
    { contentType: 'news', daysAgo: 0.5, saves: 1_000 },
    ...[2, 3, 4].map((daysAgo) => ({ contentType: 'news', daysAgo, saves: 7 })),
    ...[2, 3].map((daysAgo) => ({ contentType: 'team', daysAgo })),
    // A rate of two posts is too uncertain.
    { contentType: 'team', daysAgo: 4, impressions: null },
    { daysAgo: 5 },
    { contentType: 'no-pillar', daysAgo: 6 },
  ])
  const report = await api.get(getPillarPerformance, { project_id: id })
  expect(report).toMatchObject({ window_days: 30, posts: 13 })
  expect(report.pillars).toMatchObject([
    {
      content_type: 'recipes',
      posts: 4,
      measured_posts: 4,
      share_percent: 30.8,
      allocation_percent: 40,
      saves: 560,
      save_rate: 0.015,
      click_rate: null,
      value: 0.015,
      previous_value: 0.05,
      days_since_last: 7,
      unreported_metrics: ['clicks'],
    },
    { content_type: 'news', posts: 4, measured_posts: 3, saves: 21, value: 7, previous_value: null },
    { content_type: 'team', posts: 3, value: null, save_rate: 0.01 },
  ])
  expect(report.below_benchmark_pillars).toMatchObject([
    { content_type: 'recipes', value: 0.015, benchmark_value: 0.03 },
  ])
  expect(report.in_gap_pillars).toMatchObject([{ content_type: 'recipes', days_since_last: 7 }])
  const week = await api.get(getPillarPerformance, { project_id: id, window: '7' as never })
  expect(week.pillars.map(({ posts }) => posts)).toEqual([0, 4, 3])
  expect(week.below_benchmark_pillars).toEqual([])
  const year = await api.get(getPillarPerformance, { project_id: id, window: '365' as never })
  expect(year.pillars[0]).toMatchObject({ posts: 8, value: 0.03, previous_value: null })
  for (const window of ['0', '366', '1.5', 'all'])
    expect((await api.refused(getPillarPerformance, { project_id: id, window })).error.issues).toMatchObject([
      { path: 'window' },
    ])
})

test('include=performance uses each pillar’s own window and names the next story', async () => {
  const { api, projectId: id, connect } = await aProject()
  await connect('x')
  await api.put(replacePillars, { id, pillars: [{ ...recipes, benchmark_window_days: 14 }] })
  await publishedDaysAgo(id, [
    ...[1.5, 2, 3, 20].map((daysAgo) => ({ contentType: 'recipes', daysAgo })),
    { daysAgo: 4 },
    { daysAgo: 20 },
  ])
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const story = { caption: 'Rye', channels: ['x' as const], content_type: 'recipes' }
  await api.post(createStory, { ...story, scheduled_at: at(5) })
  const next = await api.post(createStory, { ...story, title: 'Sourdough', scheduled_at: at(2) })
  await api.post(createStory, { ...story, content_type: 'news', scheduled_at: at(1) })
  const { pillars } = await api.get(listPillars, { id, include: 'performance' })
  expect(pillars[0]?.performance).toMatchObject({
    window_days: 14,
    posts: 3,
    share_percent: 75,
    value: 0.01,
    previous_value: null,
    is_below_benchmark: true,
    is_in_gap: false,
    days_since_last: 1,
    next_story: { id: next.story.id, title: 'Sourdough', scheduled_at: next.story.scheduled_at },
  })
})

test('stories can be listed by pillar', async () => {
  const { api, projectId: project_id } = await aProject()
  for (const content_type of ['recipes', 'news', 'recipes', null])
    await api.post(createStory, { caption: content_type ?? 'None', channels: ['x'], content_type })
  const captions = async (content_type: string) =>
    (await api.get(listStories, { project_id, content_type })).stories.map(({ caption }) => caption)
  expect(await captions('recipes')).toEqual(['recipes', 'recipes'])
  expect(await captions('recipes,news')).toEqual(['recipes', 'news', 'recipes'])
  expect(await captions('unknown')).toEqual([])
})

test('{{pillar}} is the slug of the pillar’s name, else of the content type', async () => {
  const { api, projectId: id, userId, connect } = await aProject()
  await connect('x')
  await (await signedIn(userId)).patch(updateProject, {
    id,
    utm_template: { campaign: '{{pillar}}', term: '{{content_type}}-{{channel}}' },
  })
  await api.put(replacePillars, { id, pillars: [{ name: 'Behind the Scenes', content_type: 'bts' }] })
  const scheduled = async (content_type: string) => {
    const { story } = await api.post(createStory, {
      caption: 'Read it',
      channels: ['x'],
      content_type,
      destination_url: 'https://bakery.example/rye',
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    return (await api.get(getStory, { id: story.id })).content_queue[0]?.utm
  }
  expect(await scheduled('bts')).toMatchObject({ campaign: 'behind-the-scenes', term: 'behind-the-scenes-twitter' })
  expect(await scheduled('Tips & Tricks')).toMatchObject({ campaign: 'tips-tricks', term: 'tips-tricks-twitter' })
  expect(await api.post(resolveTracking, { id, channel: 'x', content_type: 'bts' })).toMatchObject({
    campaign: 'behind-the-scenes',
    term: 'behind-the-scenes-twitter',
  })
})
