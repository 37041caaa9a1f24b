import type { PillarWithPerformance } from '@/lib/pillars/contract'
import { type Finding, noSubject, scoreOf } from './compared'
import type { Recommendation } from './contract'

type Pillar = PillarWithPerformance & { performance: NonNullable<PillarWithPerformance['performance']> }

/** Fewer posts say nothing about what is missing. */
const leastPosts = 5

/** Pillars without a post for too long, or with less than half of their target share. Counts only. */
export function findPillarGaps(all: readonly PillarWithPerformance[], posts: number): Finding {
  const pillars = all.filter((pillar): pillar is Pillar => pillar.performance !== undefined)
  if (pillars.length === 0) return { recommendations: [], checks: [] }
  const isEnough = posts >= leastPosts
  const recommendations = isEnough
    ? pillars.flatMap((pillar) => gapOf(pillar, posts) ?? shareOf(pillar, posts) ?? [])
    : []
  const result = recommendations.length > 0 ? 'found' : isEnough ? 'no_visible_difference' : 'not_enough_posts'
  return {
    recommendations,
    checks: [{ kind: 'pillar_gap', channel: null, result, posts, posts_needed: leastPosts }],
  }
}

function gapOf(pillar: Pillar, posts: number): Recommendation | null {
  const { days_since_last: days, is_in_gap, next_story } = pillar.performance
  const { name, max_gap_days: max } = pillar
  if (!is_in_gap || next_story || days === null || max === null) return null
  const since = `The last post was ${days} days ago. You want one at least every ${max} days, and none is scheduled.`
  return recommendationOf(
    pillar,
    since,
    1 - max / days,
    {
      posts,
      metric: 'days_since_last_post',
      value: days,
      baseline: max,
    },
    `Post about ${name}`,
  )
}

function shareOf(pillar: Pillar, posts: number): Recommendation | null {
  const { share_percent: share, window_days: days, next_story } = pillar.performance
  const { name, allocation_percent: target } = pillar
  if (target === null || share === null || next_story || share * 2 >= target) return null
  const rationale = `${share}% of your posts in the last ${days} days were about ${name}. The target is ${target}%.`
  return recommendationOf(
    pillar,
    rationale,
    (target - share) / 100,
    {
      posts,
      metric: 'share_of_posts',
      value: share / 100,
      baseline: target / 100,
    },
    `Post more about ${name}`,
  )
}

const recommendationOf = (
  { content_type }: Pillar,
  rationale: string,
  score: number,
  evidence: Pick<Recommendation['evidence'], 'posts' | 'metric' | 'value' | 'baseline'>,
  title: string,
): Recommendation => ({
  kind: 'pillar_gap',
  channel: null,
  title,
  rationale,
  evidence: { ...evidence, lift: null, lift_low: null, lift_high: null },
  subject: { ...noSubject, content_type },
  score: scoreOf(score),
})
