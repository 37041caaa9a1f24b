import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { runInsights } from '@/lib/insights/contract'
import { insertPastStories, type PastMetrics, type PastStory } from '@/lib/sample-data/past-posts'
import { createSavedSearch } from '@/lib/saved-searches/contract'
import { type Api, aProject, type TestProject } from '@/tests/support/api/api'
import { unknownId } from '../stories/stories'

const dayMs = 86_400_000
const now = new Date()

const numbers: PastMetrics = {
  impressions: 1_000,
  reach: 800,
  clicks: 10,
  saves: 20,
  shares: 10,
  likes: 60,
  comments: 0,
}

const aPast = (caption: string, daysAgo: number, metrics: Partial<PastMetrics>, more: Partial<PastStory> = {}) => ({
  caption,
  publishedAt: new Date(now.getTime() - daysAgo * dayMs),
  posts: [{ channel: 'instagram' as const, metrics: { ...numbers, ...metrics } }],
  ...more,
})

async function aProjectWithPosts(): Promise<TestProject> {
  const project = await aProject()
  const many = { ...numbers, saves: 100, clicks: 0, impressions: 10_000 }
  await insertPastStories(
    database(),
    project.projectId,
    [
      aPast('Usual', 3, {}),
      aPast('Saved', 5, { saves: 50 }, { contentType: 'tips' }),
      aPast(
        'Two channels',
        6,
        {},
        {
          posts: [
            { channel: 'instagram', metrics: numbers },
            { channel: 'x', metrics: many },
          ],
        },
      ),
      aPast('Unseen', 7, { impressions: 0 }),
      aPast('Unreported', 8, { impressions: null, saves: null }),
      aPast('Old', 40, { saves: 500 }),
      aPast('New', 0.5, {}),
    ],
    now,
  )
  // The first reading of the new post, minutes after publishing.
  await sql`update post_metrics set impressions = 10, saves = 10, shares = 10
    where project_id = ${project.projectId} and settled_at is null`.execute(database())
  return project
}

const captions = async (api: Api, filter: object): Promise<string[]> =>
  (await api.post(runInsights, { filter })).stories.map(({ story }) => story.caption)

test('by default: 30 days, best engagement rate first, with the metrics of posts read after a day', async () => {
  const { api } = await aProjectWithPosts()
  const answer = await api.post(runInsights, {})
  expect(answer.stories.map(({ story, metrics }) => [story.caption, metrics.engagement_rate])).toEqual([
    ['Saved', 0.13],
    ['Usual', 0.1],
    ['Two channels', 0.0245],
    ['New', null],
    ['Unseen', null],
    ['Unreported', null],
  ])
  expect(answer.stories[0]?.metrics).toEqual({
    ...numbers,
    posts: 1,
    saves: 50,
    engagement: 130,
    unreported_metrics: [],
    save_rate: 0.05,
    share_rate: 0.01,
    click_rate: 0.01,
    engagement_rate: 0.13,
  })
  expect(answer.count).toBe(6)
  expect(answer.filter).toEqual({
    window_days: 30,
    channels: null,
    content_types: null,
    statuses: ['published', 'partial'],
    min_save_rate: null,
    min_share_rate: null,
    min_click_rate: null,
    min_engagement_rate: null,
    min_impressions: null,
    min_saves: null,
    min_shares: null,
    min_link_clicks: null,
    has_destination_url: null,
    sort_by: 'engagement_rate',
    sort_order: 'desc',
    limit: 50,
  })
})

test('`from` and `to` replace the window', async () => {
  const { api } = await aProjectWithPosts()
  const at = (daysAgo: number): string => new Date(now.getTime() - daysAgo * dayMs).toISOString()
  const found = async (input: object) => (await api.post(runInsights, input)).stories.map(({ story }) => story.caption)
  expect(await found({ from: at(45), to: at(6.5) })).toEqual(['Old', 'Unseen', 'Unreported'])
  expect(await found({ from: at(45), to: at(6.5), filter: { channels: ['instagram'] } })).toHaveLength(3)
  expect(await found({ to: at(30) })).toEqual(['Old'])
  expect((await api.refused(runInsights, { from: at(1), to: at(2) })).error.issues).toEqual([
    { path: 'to', code: 'invalid_range', message: 'must be later than `from`' },
  ])
})

test('each member filters', async () => {
  const { api, projectId } = await aProjectWithPosts()
  await database()
    .updateTable('stories')
    .set({ destination_url: 'https://shop.example' })
    .where('project_id', '=', projectId)
    .where('caption', '=', 'Saved')
    .execute()
  const byTime = (filter: object) => captions(api, { sort_by: 'published_at', ...filter })
  expect(await byTime({ window_days: 5.5 }).catch(() => 'refused')).toBe('refused')
  expect(await byTime({ window_days: 4 })).toEqual(['New', 'Usual'])
  expect(await byTime({ window_days: 60, min_saves: 400 })).toEqual(['Old'])
  expect(await byTime({ channels: ['x'] })).toEqual(['Two channels'])
  // With one channel and with several, posts count a day after publishing.
  expect(await byTime({ channels: ['instagram'], min_saves: 0 })).toEqual(['Usual', 'Saved', 'Two channels', 'Unseen'])
  expect(await byTime({ channels: ['instagram', 'x'], min_saves: 21 })).toEqual(['Saved', 'Two channels'])
  expect(await byTime({ channels: ['instagram', 'x'], min_save_rate: 0.02 })).toEqual(['Usual', 'Saved'])
  expect(await byTime({ content_types: ['tips', 'news'] })).toEqual(['Saved'])
  expect(await byTime({ statuses: ['archived'] })).toEqual([])
  // A rate excludes stories with zero or null impressions, also when it is 0.
  expect(await byTime({ min_save_rate: 0 })).toEqual(['Usual', 'Saved', 'Two channels'])
  expect(await byTime({ min_save_rate: 0.05 })).toEqual(['Saved'])
  expect(await byTime({ min_share_rate: 0.01 })).toEqual(['Usual', 'Saved'])
  expect(await byTime({ min_click_rate: 0.01, min_engagement_rate: 0.11 })).toEqual(['Saved'])
  expect(await byTime({ min_impressions: 1_001 })).toEqual(['Two channels'])
  expect(await byTime({ min_shares: 11 })).toEqual(['Two channels'])
  expect(await byTime({ min_link_clicks: 10, limit: 2 })).toEqual(['Usual', 'Saved'])
  expect(await byTime({ has_destination_url: true })).toEqual(['Saved'])
  expect(await captions(api, { sort_by: 'saves', sort_order: 'asc', min_saves: 20 })).toEqual([
    'Usual',
    'Unseen',
    'Saved',
    'Two channels',
  ])
  const { stories, count } = await api.post(runInsights, { filter: { channels: ['x'], limit: 1 } })
  expect([stories[0]?.metrics.saves, count]).toEqual([100, 1])
})

test('members of the body replace those of a saved search, and null removes one', async () => {
  const { api, projectId } = await aProjectWithPosts()
  const { id } = await api.post(createSavedSearch, {
    id: projectId,
    name: 'Saves',
    filter: { min_saves: 50, sort_by: 'saves', limit: 3 },
  })
  const run = async (filter?: object) => {
    const answer = await api.post(runInsights, { saved_search_id: id, ...(filter ? { filter } : {}) })
    const { min_saves, sort_by, limit } = answer.filter
    return [answer.stories.map(({ story }) => story.caption), answer.count, { min_saves, sort_by, limit }]
  }
  expect(await run()).toEqual([['Two channels', 'Saved'], 2, { min_saves: 50, sort_by: 'saves', limit: 3 }])
  expect(await run({ min_saves: 51 })).toEqual([['Two channels'], 1, { min_saves: 51, sort_by: 'saves', limit: 3 }])
  const all = { min_saves: null, sort_by: 'engagement_rate', limit: 1 }
  expect(await run({ min_saves: null, sort_by: null, limit: 1 })).toEqual([['Saved'], 6, all])
})

test('a saved search of somebody else is not found; the project of an own one need not be named', async () => {
  const [mine, theirs] = [await aProjectWithPosts(), await aProject()]
  const search = await theirs.api.post(createSavedSearch, { id: theirs.projectId, name: 'Theirs' })
  const own = await mine.api.post(createSavedSearch, { id: mine.projectId, name: 'Mine' })
  const account = await mine.withToken({ isAccount: true })
  for (const saved_search_id of [search.id, unknownId])
    expect((await account.refused(runInsights, { saved_search_id })).error).toEqual({
      code: 'not_found',
      message: 'No such saved search.',
    })
  expect((await account.post(runInsights, { saved_search_id: own.id })).count).toBe(6)
  expect((await account.refused(runInsights, {})).error.code).toBe('validation_error')
})
