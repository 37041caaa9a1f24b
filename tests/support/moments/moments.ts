import type { Insertable } from 'kysely'
import { database } from '@/lib/db/pool'
import type { Moments } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { insertPastStories, type PastMetrics } from '@/lib/sample-data/past-posts'

const hourMs = 3_600_000

/** Numbers that vary by a tenth from post to post. The total of 30 posts is below the first milestone. */
export function usualMetrics(index: number): PastMetrics {
  const wave = 1 + 0.1 * Math.sin(index * 2.4)
  return {
    impressions: Math.round(300 * wave),
    reach: Math.round(240 * (1 + 0.1 * Math.cos(index * 1.7))),
    clicks: 0,
    saves: 1,
    shares: 1,
    likes: Math.round(25 * (1 + 0.1 * Math.sin(index * 1.1))),
    comments: 1,
  }
}

export const spikeMetrics: PastMetrics = { ...usualMetrics(0), likes: 200 }

/**
 * 25 ordinary posts, one every ten hours, and then these, an hour apart. The last one was read an hour ago.
 *
 * @returns the stories of the given posts
 */
export async function aHistory(projectId: string, latest: readonly PastMetrics[]): Promise<string[]> {
  const now = new Date()
  const ordinary = Array.from({ length: 25 }, (_, index) => ({
    hoursAgo: 30 + latest.length + (25 - index) * 10,
    metrics: usualMetrics(index),
  }))
  const last = latest.map((metrics, index) => ({ hoursAgo: 25 + latest.length - 1 - index, metrics }))
  const ids = await insertPastStories(
    database(),
    projectId,
    [...ordinary, ...last].map(({ hoursAgo, metrics }, index) => ({
      title: `Loaf ${index}`,
      caption: `Bread no. ${index}, fresh from the oven`,
      slides: [],
      publishedAt: new Date(now.getTime() - hoursAgo * hourMs),
      posts: [{ channel: 'instagram' as const, metrics }],
    })),
    now,
  )
  return ids.slice(ordinary.length)
}

/** The numbers of a spike on Instagram, with a chart. */
export const spikeSnapshot = {
  channel: 'instagram',
  post_type: 'single',
  hours: 24,
  metric: 'engagement',
  value: 500,
  median: 100,
  ratio: 5,
  z: 9.1,
  published_at: '2026-05-31T09:00:00.000Z',
  comparable: Array.from({ length: 30 }, (_, index) => ({
    published_at: `2026-05-${String(index + 1).padStart(2, '0')}T09:00:00.000Z`,
    value: 90 + (index % 5) * 5,
  })),
}

/** A stored moment. */
export async function aMoment(projectId: string, changes: Partial<Insertable<Moments>> = {}): Promise<string> {
  const id = newId()
  await database()
    .insertInto('moments')
    .values({
      id,
      project_id: projectId,
      kind: 'engagement_spike',
      severity: 'medium',
      subject: id,
      headline: '“Loaf” got 5× your usual engagement',
      reasoning: '500 interactions in 24 hours on Instagram. The median of the 30 posts before it is 100.',
      data_snapshot: JSON.stringify(spikeSnapshot),
      detected_at: new Date(),
      ...changes,
    })
    .execute()
  return id
}
