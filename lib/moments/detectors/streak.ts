import { median } from '@/lib/metrics/statistics'
import { comparedMax, deviationOf, engagementPoints, placeOf, severityOf, toTenth } from './compare'
import type { ComparedPost } from './compared-post'
import type { Finding } from './finding'

/** The median of fewer posts is too uncertain for a streak. */
const earlierMin = 20
/** The median of the streak, as a multiple of the usual median. */
const medianRatioMin = 1.25

/** Six posts above the median are 1 in 64 by chance. */
const postsMin = 6

type Streak = { start: number; usual: number }

/**
 * Posts in a row with more engagement than the median of the 30 before the streak. Walks forward, so that a growing
 * streak keeps its start.
 *
 * @param posts of one group, oldest first
 * @param isNew whether the post was read since the last check
 */
export function findStreaks(posts: readonly ComparedPost[], isNew: (post: ComparedPost) => boolean): Finding[] {
  const reported = posts.filter(({ engagement }) => engagement !== null)
  const values = reported.map(({ engagement }) => engagement ?? 0)
  const found: Finding[] = []
  let streak: Streak | null = null
  for (let index = earlierMin; index < reported.length; index += 1) {
    const value = values[index] ?? 0
    if (!streak || value <= streak.usual) {
      const usual = median(values.slice(Math.max(0, index - comparedMax), index))
      streak = value > usual ? { start: index, usual } : null
    }
    const last = reported[index]
    if (streak && last && isNew(last)) found.push(...streakAt(reported, streak, index))
  }
  return found
}

function streakAt(posts: readonly ComparedPost[], { start, usual }: Streak, end: number): Finding[] {
  const latest = posts.slice(start, end + 1)
  const [first] = latest
  const last = latest.at(-1)
  if (!first || !last || latest.length < postsMin || usual === 0) return []
  if (median(latest.map(engagementOf)) < usual * medianRatioMin) return []
  const before = posts.slice(Math.max(0, start - comparedMax), start)
  const { z, ratio } = compareMedians(latest.map(scoreOf), before.map(scoreOf))
  return [
    {
      kind: 'streak',
      severity: severityOf(z, ratio) ?? 'low',
      story_id: last.story_id,
      subject: `${last.channel}:${last.post_type}:${first.story_id}`,
      detected_at: last.taken_at,
      snapshot: {
        ...placeOf(last),
        metric: 'engagement',
        median: Math.round(usual),
        posts: latest.length,
        ratio: toTenth(ratio),
        z: toTenth(z),
        latest: engagementPoints(latest.slice(-comparedMax)),
        comparable: engagementPoints(before),
      },
    },
  ]
}

/** How far apart two medians are, in standard errors. */
function compareMedians(scores: readonly number[], base: readonly number[]): { z: number; ratio: number } {
  const above = median(scores) - median(base)
  const error = deviationOf(base) * 1.2533 * Math.sqrt(1 / scores.length + 1 / base.length)
  return { z: error > 0 ? above / error : 0, ratio: Math.exp(above) }
}

const engagementOf = ({ engagement }: ComparedPost): number => engagement ?? 0
const scoreOf = (post: ComparedPost): number => Math.log(engagementOf(post) + 1)
