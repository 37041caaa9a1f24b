import { comparePost, type Measure } from './compare'
import { type ComparedPost, viewsOf } from './compared-post'
import type { Finding } from './finding'

const count: Measure = {
  metric: 'engagement',
  score: ({ engagement }) => (engagement === null ? null : Math.log(engagement + 1)),
  value: ({ engagement }) => engagement,
}
const rate: Measure = {
  metric: 'engagement_rate',
  score: (post) => {
    const views = viewsOf(post)
    return post.engagement === null || views === null ? null : Math.log((post.engagement + 1) / (views + 20))
  },
  value: (post) => {
    const views = viewsOf(post)
    return post.engagement === null || !views ? null : post.engagement / views
  },
}

/** Fewer interactions are not worth a moment. */
const engagementMin = 10

/** More engagement than usual, or a higher engagement rate: whichever stands out more. */
export function findEngagementSpike(post: ComparedPost, earlier: readonly ComparedPost[]): Finding | null {
  if ((post.engagement ?? 0) < engagementMin) return null
  const [best] = [count, rate]
    .flatMap((measure) => comparePost(post, earlier, measure) ?? [])
    .sort((one, other) => other.z - one.z)
  if (!best?.severity) return null
  const snapshot = best.snapshot()
  const views = viewsOf(post)
  const behind = views === null ? {} : { count: post.engagement ?? 0, views }
  return {
    kind: 'engagement_spike',
    severity: best.severity,
    story_id: post.story_id,
    subject: post.story_id,
    detected_at: post.taken_at,
    snapshot: { ...snapshot, ...(snapshot.metric === 'engagement_rate' ? behind : {}) },
  }
}
