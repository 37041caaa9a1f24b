import { channelNames } from '@/lib/channels/names'
import { groupBy } from '@/lib/metrics/group-by'
import { quantile, robustZ } from '@/lib/metrics/statistics'
import { baselineOf, type Finding, type Judged, noSubject, scoreOf } from './compared'
import type { Recommendation } from './contract'
import { postTypesName } from './words'

/** Followers have forgotten it, and there are new ones. */
const oldDays = 60
const leastZ = 2
const leastCompared = 10

/** A story and its headline, if it was not used again since. */
export type Repeatable = ReadonlyMap<string, string>

/** Posts that may be worth repeating: older than 60 days, in the top tenth, and far above the usual. */
export const oldWinners = (judged: readonly Judged[]): Judged[] => rankedWinners(judged).map(({ winner }) => winner)

type Winner = { winner: Judged; group: Judged[]; z: number }

function rankedWinners(judged: readonly Judged[]): Winner[] {
  const groups = groupBy(judged, ({ post }) => `${post.channel} ${post.postType}`)
  return [...groups.values()]
    .filter((group) => group.length >= leastCompared)
    .flatMap((group) => {
      const outcomes = group.map(({ outcome }) => outcome)
      const top = quantile(outcomes, 0.9)
      return group.flatMap((winner) => {
        const z = robustZ(winner.outcome, outcomes)
        const isWinner = winner.post.ageDays > oldDays && winner.outcome >= top && z !== null && z >= leastZ
        return isWinner ? [{ winner, group, z }] : []
      })
    })
    .sort((one, other) => other.z - one.z)
}

/** Each story once, for the channel where it did best. */
export function findRepeatWinners(judged: readonly Judged[], repeatable: Repeatable): Finding {
  const seen = new Set<string>()
  const recommendations = rankedWinners(judged).flatMap((one) => {
    const headline = repeatable.get(one.winner.post.storyId)
    if (headline === undefined || seen.has(one.winner.post.storyId)) return []
    seen.add(one.winner.post.storyId)
    return [recommendationOf(one, headline)]
  })
  const isEnough = judged.length >= leastCompared
  const result =
    recommendations.length > 0 ? 'found' : isEnough ? ('no_visible_difference' as const) : ('not_enough_posts' as const)
  return {
    recommendations,
    checks: [{ kind: 'repeat_winner', channel: null, result, posts: judged.length, posts_needed: leastCompared }],
  }
}

function recommendationOf({ winner: { post, outcome }, group, z }: Winner, headline: string): Recommendation {
  const posts = group.map((one) => one.post)
  const { metric, baseline, resultOf } = baselineOf(posts)
  const times = Math.exp(outcome).toFixed(1)
  const others = `${posts.length} ${postTypesName(post.postType)} on ${channelNames[post.channel]}`
  return {
    kind: 'repeat_winner',
    channel: post.channel,
    title: `Post “${headline}” again`,
    rationale: `${Math.round(post.ageDays)} days ago it did ${times} times as well as usual, compared with ${others}.`,
    evidence: {
      posts: posts.length,
      metric,
      value: resultOf(post) ?? 0,
      baseline,
      lift: null,
      lift_low: null,
      lift_high: null,
    },
    subject: { ...noSubject, story_id: post.storyId },
    // 0 at the threshold, towards 1 for posts that stand out more.
    score: scoreOf(1 - leastZ / z),
  }
}
