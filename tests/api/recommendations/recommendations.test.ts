import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { seededRandom } from '@/lib/metrics/statistics'
import { replacePillars } from '@/lib/pillars/contract'
import { listPostingTimes, listRecommendations } from '@/lib/recommendations/contract'
import { insertPastStories, type PastStory } from '@/lib/sample-data/past-posts'
import { createStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'

const dayMs = 86_400_000
const now = new Date()
const timezone = 'Europe/Berlin'

type Planted = { hour: number; isCarousel: boolean; isLong: boolean; daysAgo: number }

/** Two posts a day for 110 days, with the given change of the usual results. */
async function anAccount(effectOf: (planted: Planted) => number): Promise<TestProject> {
  const project = await aProject({ timezone })
  const random = seededRandom('account')
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const stories = Array.from({ length: 220 }, (_, index): PastStory => {
    const daysAgo = 111 - Math.floor(index / 2)
    const hour = index % 2 ? 8 : 17
    const [isCarousel, isLong] = [random() < 0.4, random() < 0.5]
    const noise = Math.exp(0.25 * (random() + random() + random() + random() - 2))
    const reach = 600 + Math.round(400 * random())
    const likes = Math.round(reach * 0.08 * noise * effectOf({ hour, isCarousel, isLong, daysAgo }))
    return {
      caption: `Post ${index}. ${isLong ? 'A long story about bread. '.repeat(10) : ''}`,
      postType: isCarousel ? 'carousel' : 'single',
      publishedAt: new Date(midnight - daysAgo * dayMs + hour * 3_600_000),
      posts: [
        {
          channel: 'instagram',
          metrics: { impressions: reach * 2, reach, clicks: 0, saves: 0, shares: 0, likes, comments: 0 },
        },
      ],
    }
  })
  await insertPastStories(database(), project.projectId, stories, now)
  return project
}

test('finds a better format, with the numbers behind it, and sees no difference elsewhere', async () => {
  const compared = { kind: 'best_time,format,length' }
  const { api } = await anAccount(({ isCarousel }) => (isCarousel ? 1.5 : 1))
  const { recommendations, checks } = await api.get(listRecommendations, compared)
  expect(recommendations).toEqual([
    {
      kind: 'format',
      channel: 'instagram',
      title: 'Post more carousels',
      rationale: expect.stringMatching(
        /^\d+ carousels did \d\d% better than \d+ Instagram posts of other formats \(likely \d\d% to \d\d%\)\.$/,
      ),
      evidence: {
        posts: expect.any(Number),
        metric: 'engagement_per_reach',
        value: expect.closeTo(0.12, 1),
        baseline: expect.closeTo(0.08, 1),
        lift: expect.closeTo(0.5, 0),
        lift_low: expect.any(Number),
        lift_high: expect.any(Number),
      },
      subject: expect.objectContaining({ post_type: 'carousel', weekday: null, story_id: null }),
      score: recommendations[0]?.evidence.lift_low,
    },
  ])
  expect(recommendations[0]?.evidence.posts).toBeGreaterThan(20)
  expect(recommendations[0]?.score).toBeGreaterThan(0.2)
  expect(checks.map(({ kind, channel, result }) => [kind, channel, result])).toEqual([
    ['best_time', 'instagram', 'no_visible_difference'],
    ['format', 'instagram', 'found'],
    ['length', 'instagram', 'no_visible_difference'],
  ])
  // The same data gives the same numbers.
  expect((await api.get(listRecommendations, compared)).recommendations).toEqual(recommendations)
  expect((await api.get(listRecommendations, { kind: 'length' })).recommendations).toEqual([])
  expect((await api.get(listRecommendations, { channel: 'x' })).checks.map(({ result }) => result)).toEqual([
    'not_enough_posts',
  ])
})

test('finds a better length, and a winner to repeat until it is used again', async () => {
  const { api } = await anAccount(({ isLong, daysAgo, hour }) => {
    if (daysAgo === 70 && hour === 8) return 5
    return isLong ? 1.5 : 1
  })
  const { recommendations } = await api.get(listRecommendations, { kind: 'length,repeat_winner' })
  expect(recommendations.map(({ kind, title }) => [kind, title])).toEqual(
    expect.arrayContaining([
      ['length', expect.stringMatching(/^Write captions of more than \d+ characters$|^Write captions of \d+ to/)],
      ['repeat_winner', expect.stringMatching(/^Post “Post 83\..*” again$/)],
    ]),
  )
  const winner = recommendations.find(({ kind }) => kind === 'repeat_winner')
  expect(winner?.evidence.value).toBeGreaterThan(3 * (winner?.evidence.baseline ?? 0))
  const { caption } = await database()
    .selectFrom('stories')
    .select('caption')
    .where('id', '=', winner?.subject.story_id ?? '')
    .executeTakeFirstOrThrow()
  await api.post(createStory, { caption, channels: ['instagram'] })
  const again = await api.get(listRecommendations, { kind: 'repeat_winner' })
  expect(again.recommendations.filter(({ subject }) => subject.story_id === winner?.subject.story_id)).toEqual([])
})

test('posting times: better times have a lift, in the zone of the project, and 56 rows', async () => {
  const { api, projectId } = await anAccount(({ hour }) => (hour === 17 ? 1.8 : 1))
  const { times, ...rest } = await api.get(listPostingTimes)
  expect(rest).toEqual({ timezone, posts: expect.any(Number), posts_needed: 20, result: 'found' })
  expect(times).toHaveLength(56)
  expect(times.reduce((sum, { posts }) => sum + posts, 0)).toBe(rest.posts)
  // 17:00 UTC is 18:00 or 19:00 in Berlin, 08:00 is 09:00 or 10:00.
  expect(new Set(times.filter(({ posts }) => posts > 0).map(({ hour }) => hour))).toEqual(new Set([9, 18]))
  expect(new Set(times.filter((one) => one.is_recommended).map(({ hour }) => hour))).toEqual(new Set([18]))
  expect(times.find(({ posts }) => posts === 0)).toMatchObject({ lift: null, is_recommended: false })
  const { recommendations } = await api.get(listRecommendations, { kind: 'best_time' })
  expect(recommendations.length).toBeGreaterThan(0)
  expect(recommendations[0]).toMatchObject({
    title: expect.stringMatching(/^Post on \w+days between 18:00 and 21:00$/),
    subject: { hour: 18 },
  })
  // Pinned posts are seen for longer.
  const pins = { pin_to_grid: true }
  await database().updateTable('stories').set(pins).where('project_id', '=', projectId).execute()
  expect((await api.get(listPostingTimes)).posts).toBe(0)
})

test('a project without posts has no recommendations', async () => {
  const { api } = await aProject()
  expect(await api.get(listRecommendations)).toEqual({
    recommendations: [],
    checks: [{ kind: 'repeat_winner', channel: null, result: 'not_enough_posts', posts: 0, posts_needed: 10 }],
  })
  expect(await api.get(listPostingTimes)).toMatchObject({ timezone: 'UTC', posts: 0, result: 'not_enough_posts' })
})

test('a pillar without a post for too long, and one below its target share', async () => {
  const { api, projectId } = await aProject()
  const metrics = { impressions: 10, reach: 10, clicks: 0, saves: 0, shares: 0, likes: 1, comments: 0 }
  const aPost = (contentType: string, daysAgo: number): PastStory => ({
    caption: `${contentType} ${daysAgo}`,
    contentType,
    publishedAt: new Date(now.getTime() - daysAgo * dayMs),
    posts: [{ channel: 'x', metrics }],
  })
  await api.put(replacePillars, {
    id: projectId,
    pillars: [
      { content_type: 'tips', name: 'Tips', max_gap_days: 7 },
      { content_type: 'team', name: 'Team', allocation_percent: 50, max_gap_days: null },
    ],
  })
  const gaps = async () => (await api.get(listRecommendations, { kind: 'pillar_gap' })).recommendations
  await insertPastStories(database(), projectId, [aPost('tips', 14), aPost('tips', 15), aPost('tips', 16)], now)
  expect(await gaps()).toEqual([])
  await insertPastStories(database(), projectId, [aPost('tips', 17), aPost('team', 2)], now)
  const nothing = { lift: null, lift_low: null, lift_high: null }
  expect(await gaps()).toMatchObject([
    {
      channel: null,
      title: 'Post about Tips',
      rationale: 'The last post was 14 days ago. You want one at least every 7 days, and none is scheduled.',
      evidence: { posts: 5, metric: 'days_since_last_post', value: 14, baseline: 7, ...nothing },
      subject: { content_type: 'tips' },
      score: 0.5,
    },
    {
      title: 'Post more about Team',
      rationale: '20% of your posts in the last 30 days were about Team. The target is 50%.',
      evidence: { posts: 5, metric: 'share_of_posts', value: 0.2, baseline: 0.5, ...nothing },
      subject: { content_type: 'team' },
    },
  ])
  await api.post(createStory, {
    caption: 'Planned tips',
    channels: ['x'],
    content_type: 'tips',
    scheduled_at: new Date(now.getTime() + dayMs).toISOString(),
    connection_check: 'skip',
  })
  expect((await gaps()).map(({ title }) => title)).toEqual(['Post more about Team'])
  const pillars = [10, 20, 30, 40].map((share) => ({
    content_type: `p${share}`,
    name: `P${share}`,
    allocation_percent: share,
  }))
  await api.put(replacePillars, { id: projectId, pillars })
  expect((await gaps()).map(({ title }) => title)).toEqual([40, 30, 20].map((share) => `Post more about P${share}`))
})

test('a filter by channel does not change what is found', async () => {
  const project = await aProject({ timezone })
  const { api, projectId } = project
  const random = seededRandom('channels')
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs
  const channels = ['instagram', 'facebook', 'x', 'linkedin', 'threads'] as const
  const stories = Array.from({ length: 110 }, (_, index): PastStory => {
    const daysAgo = 111 - index
    const hour = index % 3 ? 8 : 17
    return {
      caption: `Post ${index}`,
      publishedAt: new Date(midnight - daysAgo * dayMs + hour * 3_600_000),
      posts: channels.map((channel) => {
        const noise = Math.exp(0.25 * (random() + random() + random() + random() - 2))
        const likes = Math.round(80 * noise * (hour === 17 ? 1.12 : 1))
        const metrics = { impressions: 2_000, reach: 1_000, clicks: 0, saves: 0, shares: 0, likes, comments: 0 }
        return { channel, metrics }
      }),
    }
  })
  await insertPastStories(database(), projectId, stories, now)
  const { checks } = await api.get(listRecommendations, { kind: 'best_time' })
  const results = checks.map(({ channel, result }) => [channel, result])
  expect(new Set(results.map(([, result]) => result))).toEqual(new Set(['found', 'no_visible_difference']))
  for (const { channel, result } of checks) {
    const one = await api.get(listRecommendations, { kind: 'best_time', channel: channel ?? '' })
    expect(one.checks).toEqual([expect.objectContaining({ channel, result })])
    expect(await api.get(listPostingTimes, { channel: channel ?? '' })).toMatchObject({ result })
  }
})
