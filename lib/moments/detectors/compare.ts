import { mean, median, robustDeviation } from '@/lib/metrics/statistics'
import { syncAfterSeconds } from '@/lib/metrics/sync/plan'
import type { Severity } from '../kinds'
import { audienceOf, type ComparedPost } from './compared-post'
import type { Point, PostSnapshot } from './finding'

/** A post is compared with this many posts before it. */
export const comparedMax = 30
export const comparedMin = 10

/** A small audience gives large deviations by chance. */
const audienceMin = 100

/** The least robust z and the least multiple of the median for each severity. */
const levels: readonly { severity: Severity; z: number; ratio: number }[] = [
  { severity: 'exceptional', z: 10, ratio: 4 },
  { severity: 'high', z: 7, ratio: 3 },
  { severity: 'medium', z: 5, ratio: 2 },
  { severity: 'low', z: 3.5, ratio: 1.5 },
]
export const ratioMin = 1.5

export const severityOf = (z: number, ratio: number): Severity | null =>
  levels.find((level) => z >= level.z && ratio >= level.ratio)?.severity ?? null

/**
 * The robust deviation, but at least the mean absolute one: by chance, the median deviation of few posts can be far too
 * small.
 */
export function deviationOf(scores: readonly number[]): number {
  const centre = median(scores)
  return Math.max(robustDeviation(scores), mean(scores.map((score) => Math.abs(score - centre))) * 1.2533)
}

export type Measure = {
  metric: PostSnapshot['metric']
  /** On a log scale, where posts of one account are about normally distributed. */
  score: (post: ComparedPost) => number | null
  value: (post: ComparedPost) => number | null
}

type Compared = { severity: Severity | null; z: number; ratio: number; snapshot: () => PostSnapshot }

/** Compares a post with those before it, oldest first. Null: too few, too small, or all equal. */
export function comparePost(post: ComparedPost, earlier: readonly ComparedPost[], measure: Measure): Compared | null {
  const score = measure.score(post)
  const value = measure.value(post)
  const audience = audienceOf(post)
  if (score === null || value === null || (audience !== null && audience < audienceMin)) return null
  const base = lastMeasured(earlier, measure)
  if (base.length < comparedMin) return null
  const scores = base.map((one) => one.score)
  const deviation = deviationOf(scores)
  if (deviation === 0) return null
  const above = score - median(scores)
  const ratio = Math.exp(above)
  const z = above / deviation
  const snapshot = (): PostSnapshot => ({
    ...placeOf(post),
    metric: measure.metric,
    value: rounded(value),
    median: rounded(median(base.map((one) => one.value))),
    ratio: toTenth(ratio),
    z: toTenth(z),
    published_at: post.published_at.toISOString(),
    comparable: base.map((one) => pointOf(one.post, one.value)),
  })
  return { severity: severityOf(z, ratio), z, ratio, snapshot }
}

type Measured = { post: ComparedPost; score: number; value: number }

/** The last posts that report the metric, oldest first. */
function lastMeasured(posts: readonly ComparedPost[], measure: Measure): Measured[] {
  const measured: Measured[] = []
  for (let index = posts.length - 1; index >= 0 && measured.length < comparedMax; index -= 1) {
    const post = posts[index]
    const score = post ? measure.score(post) : null
    const value = post ? measure.value(post) : null
    if (post && score !== null && value !== null) measured.push({ post, score, value })
  }
  return measured.reverse()
}

export const placeOf = ({ channel, post_type, kind }: ComparedPost) => ({
  channel,
  post_type,
  hours: syncAfterSeconds[kind] / 3_600,
})

const pointOf = (post: ComparedPost, value: number): Point => ({
  published_at: post.published_at.toISOString(),
  value: rounded(value),
})

export const engagementPoints = (posts: readonly ComparedPost[]): Point[] =>
  posts.map((post) => pointOf(post, post.engagement ?? 0))

export const toTenth = (value: number): number => Math.round(value * 10) / 10

/** Rates have four decimals; other metrics are whole numbers. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
