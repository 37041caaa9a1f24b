import { groupBy } from './group-by'
import { median } from './statistics'

/** A post as its network reported it 24 hours after publishing. */
export type MeasuredPost = {
  id: string
  channel: string
  postType: string
  publishedAt: Date
  /** Likes, comments, shares, saves and clicks. */
  engagement: number
  /** Null: not reported. */
  reach: number | null
}

/** How much better or worse than usual a post did: 0 is usual, ln 2 is twice as good. */
export type Outcomes<Post extends MeasuredPost> = ReadonlyMap<Post, number>

/** The usual result is the median of up to 20 posts before, and needs 8 of them. */
const base = { most: 20, least: 8 }

/**
 * Compares each post with the posts of its group that were published before it, which also removes the trend of the
 * account. Posts with fewer than 8 posts before them are left out. The posts must be sorted by time, oldest first.
 *
 * @param groupOf posts with equal names are compared with each other
 */
export function outcomesOf<Post extends MeasuredPost>(
  posts: readonly Post[],
  groupOf: (post: Post) => string = ({ channel, postType }) => `${channel} ${postType}`,
): Outcomes<Post> {
  const outcomes = new Map<Post, number>()
  for (const group of groupBy(posts, groupOf).values()) {
    const results = resultsOf(group)
    for (const [index, { post, result }] of results.entries()) {
      const before = results.slice(Math.max(0, index - base.most), index).map((earlier) => earlier.result)
      if (before.length >= base.least) outcomes.set(post, result - median(before))
    }
  }
  return outcomes
}

/**
 * Engagement per person reached, as a logarithm, or engagement alone if most posts of the group do not report reach.
 * The constants keep posts that few people saw from looking extreme.
 */
function resultsOf<Post extends MeasuredPost>(group: readonly Post[]): { post: Post; result: number }[] {
  const usesReach = group.filter(({ reach }) => reach !== null).length * 2 >= group.length
  return group.flatMap((post) => {
    const { engagement, reach } = post
    if (!usesReach) return [{ post, result: Math.log(engagement + 1) }]
    return reach === null ? [] : [{ post, result: Math.log((engagement + 1) / (reach + 20)) }]
  })
}
