import type { Finding, MilestoneSnapshot } from './finding'

type TotalMetric = MilestoneSnapshot['metric']

/** The lowest milestone of each metric. */
const lowest: Record<TotalMetric, number> = { impressions: 10_000, engagement: 1_000, clicks: 1_000 }
export const totalMetrics = Object.keys(lowest) as TotalMetric[]

export type Totals = Record<TotalMetric, number> & { posts: number }
export type CountedPost = Record<TotalMetric, number | null> & {
  story_id: string
  published_at: Date
  read_at: Date
}

/** The largest of 1, 2.5 and 5 times a power of ten up to the total. 0 below the lowest milestone. */
export function milestoneAt(metric: TotalMetric, total: number): number {
  if (total < lowest[metric]) return 0
  const power = 10 ** Math.floor(Math.log10(total) + 1e-9)
  return [5, 2.5, 1].map((factor) => factor * power).find((step) => step <= total) ?? 0
}

/** The chart shows the total after each of the latest posts. */
const shownMax = 30

/**
 * Posts that took a total of the project past a milestone. Only the highest of those passed at once.
 *
 * @param before totals of all posts published before these
 * @param posts oldest first
 */
export function findMilestones(before: Totals, posts: readonly CountedPost[]): Finding[] {
  return totalMetrics.flatMap((metric) => {
    const found: Finding[] = []
    const curve: { published_at: string; value: number }[] = []
    let total = before[metric]
    for (const [index, post] of posts.entries()) {
      const passed = milestoneAt(metric, total)
      total += post[metric] ?? 0
      curve.push({ published_at: post.published_at.toISOString(), value: total })
      const threshold = milestoneAt(metric, total)
      if (threshold === passed) continue
      found.push({
        kind: 'milestone',
        severity: 'low',
        story_id: post.story_id,
        subject: `${metric}:${threshold}`,
        detected_at: post.read_at,
        snapshot: { metric, threshold, total, posts: before.posts + index + 1, comparable: curve.slice(-shownMax) },
      })
    }
    return found
  })
}
