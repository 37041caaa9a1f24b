import { median, quantile, seededRandom } from '@/lib/metrics/statistics'
import { comparedMax, deviationOf, engagementPoints, placeOf, ratioMin, severityOf, toTenth } from './compare'
import { type ComparedPost, groupOf } from './compared-post'
import type { Finding } from './finding'

const latestCount = 7
const previousMax = 60
const runs = 1_000

/**
 * The last 7 posts have clearly less engagement than those before: their median is below the 10th percentile of random
 * runs of 7, and at least a third lower. Severity follows the distance from the typical run.
 *
 * @param posts of one group, oldest first
 */
export function findSlump(posts: readonly ComparedPost[]): Finding | null {
  const reported = posts.filter(({ engagement }) => engagement !== null)
  const latest = reported.slice(-latestCount)
  const previous = reported.slice(-latestCount - previousMax, -latestCount)
  const newest = latest.at(-1)
  if (!newest || previous.length < comparedMax) return null
  const before = previous.map(scoreOf)
  const now = median(latest.map(scoreOf))
  const ratio = Math.exp(median(before) - now)
  if (ratio < ratioMin) return null
  const random = seededRandom(`${newest.story_id}:${groupOf(newest)}`)
  const medians = Array.from({ length: runs }, () =>
    median(latest.map(() => before[Math.floor(random() * before.length)] ?? 0)),
  )
  const tenth = quantile(medians, 0.1)
  if (now >= tenth) return null
  const deviation = deviationOf(medians)
  const z = deviation > 0 ? (median(medians) - now) / deviation : 0
  return {
    kind: 'slump',
    severity: severityOf(z, ratio) ?? 'low',
    story_id: null,
    subject: `${newest.channel}:${newest.post_type}:${newest.taken_at.toISOString().slice(0, 10)}`,
    detected_at: newest.taken_at,
    snapshot: {
      ...placeOf(newest),
      metric: 'engagement',
      median: Math.round(median(previous.map(engagementOf))),
      latest_median: Math.round(median(latest.map(engagementOf))),
      tenth_percentile: Math.round(Math.exp(tenth) - 1),
      ratio: toTenth(ratio),
      z: toTenth(z),
      latest: engagementPoints(latest),
      comparable: engagementPoints(previous.slice(-comparedMax)),
    },
  }
}

const engagementOf = ({ engagement }: ComparedPost): number => engagement ?? 0
const scoreOf = (post: ComparedPost): number => Math.log(engagementOf(post) + 1)
