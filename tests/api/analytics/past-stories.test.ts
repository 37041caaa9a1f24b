import { expect, test } from 'vitest'
import { getAnalytics } from '@/lib/analytics/contract'
import { database } from '@/lib/db/pool'
import { insertPastStories } from '@/lib/sample-data/past-posts'
import { getStory } from '@/lib/stories/contract'
import { aProject } from '@/tests/support/api/api'

const hourMs = 3_600_000

test('inserted past stories count like published ones; posts of the last day have no metrics yet', async () => {
  const { api, projectId } = await aProject()
  const now = new Date()
  const metrics = { impressions: 1_000, reach: 800, clicks: 4, saves: 30, shares: 5, likes: 50, comments: 1 }
  const [old, recent] = await insertPastStories(
    database(),
    projectId,
    [
      {
        caption: 'A week ago',
        publishedAt: new Date(now.getTime() - 7 * 24 * hourMs),
        posts: [
          { channel: 'instagram', metrics },
          { channel: 'x', metrics: { ...metrics, reach: null, saves: null } },
        ],
      },
      {
        caption: 'An hour ago',
        publishedAt: new Date(now.getTime() - hourMs),
        posts: [{ channel: 'instagram', metrics }],
      },
    ],
    now,
  )
  const { totals } = await api.get(getAnalytics)
  expect(totals).toMatchObject({ posts: 3, impressions: 2_000, reach: 800, saves: 30, engagement: 150 })
  expect(totals.engagement_rate).toBe(0.075)
  expect(await api.get(getStory, { id: old ?? '' })).toMatchObject({
    status: 'published',
    total_saves: 30,
    total_engagement: 150,
  })
  expect(await api.get(getStory, { id: recent ?? '' })).toMatchObject({ status: 'published', total_saves: null })
})
