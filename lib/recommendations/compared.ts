import type { ChannelId } from '@/lib/channel-ids'
import { groupBy } from '@/lib/metrics/group-by'
import { type ComparedPost, comparedDays } from '@/lib/metrics/measured-posts'
import { outcomesOf } from '@/lib/metrics/outcomes'
import { median } from '@/lib/metrics/statistics'
import type { Recommendation, RecommendationCheck } from './contract'

/** A post of the last 90 days and how it did. */
export type Judged = { post: ComparedPost; outcome: number }

/** A recommendation and the chance of its finding without an effect, if many are compared at once. */
export type Finding = { recommendations: Recommendation[]; checks: RecommendationCheck[] }

/** Posts of the last 90 days that can be compared with earlier ones. */
export function judgedPosts(posts: readonly ComparedPost[], groupOf?: (post: ComparedPost) => string): Judged[] {
  const outcomes = outcomesOf(posts, groupOf)
  return posts.flatMap((post) => {
    const outcome = outcomes.get(post)
    return outcome === undefined || post.ageDays > comparedDays ? [] : [{ post, outcome }]
  })
}

export const byChannel = (judged: readonly Judged[]): [ChannelId, Judged[]][] =>
  [...groupBy(judged, ({ post }) => post.channel)] as [ChannelId, Judged[]][]

/** The usual result of these posts, in a unit that people know. */
export function baselineOf(
  posts: readonly ComparedPost[],
): Pick<Recommendation['evidence'], 'metric' | 'baseline'> & { resultOf: (post: ComparedPost) => number | null } {
  const reached = posts.filter(({ reach }) => reach)
  if (reached.length * 2 < posts.length)
    return {
      metric: 'engagement',
      baseline: median(posts.map(({ engagement }) => engagement)),
      resultOf: ({ engagement }) => engagement,
    }
  const resultOf = ({ engagement, reach }: ComparedPost): number | null =>
    reach ? Math.round((engagement / reach) * 10_000) / 10_000 : null
  return { metric: 'engagement_per_reach', baseline: median(reached.flatMap((post) => resultOf(post) ?? [])), resultOf }
}

type Interval = { lift: number; low: number; high: number }

const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** `value` is the baseline changed by the estimated lift. */
export function evidenceOf(
  posts: readonly ComparedPost[],
  count: number,
  { lift, low, high }: Interval,
): Recommendation['evidence'] {
  const { metric, baseline } = baselineOf(posts)
  return {
    posts: count,
    metric,
    value: round(baseline * (1 + lift)),
    baseline: round(baseline),
    lift: round(lift),
    lift_low: round(low),
    lift_high: round(high),
  }
}

export const scoreOf = (low: number): number => round(Math.min(1, Math.max(0, low)))

export const noSubject: Recommendation['subject'] = {
  weekday: null,
  hour: null,
  post_type: null,
  characters_min: null,
  characters_max: null,
  story_id: null,
  content_type: null,
}
