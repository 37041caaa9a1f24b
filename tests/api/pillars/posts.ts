import { database } from '@/lib/db/pool'
import { insertPastStories } from '@/lib/sample-data/past-posts'

const dayMs = 86_400_000

type Past = { contentType?: string; daysAgo: number; saves?: number | null; impressions?: number | null }

/** Stories with one post each, read a day after publishing. */
export async function publishedDaysAgo(projectId: string, posts: readonly Past[]): Promise<string[]> {
  const now = new Date()
  const stories = posts.map(({ contentType, daysAgo, saves = 10, impressions = 1_000 }) => ({
    caption: `A post of ${daysAgo} days ago`,
    ...(contentType ? { contentType } : {}),
    publishedAt: new Date(now.getTime() - daysAgo * dayMs),
    posts: [
      {
        channel: 'instagram' as const,
        metrics: { impressions, reach: 900, clicks: null, saves, shares: 2, likes: 30, comments: 1 },
      },
    ],
  }))
  return insertPastStories(database(), projectId, stories, now)
}
