import { metricOfRate, metrics, type Rate, rateOf, type Sums } from './rates'

/** Rates, as fractions, and metrics, as a mean per post. */
export const benchmarkMetrics = [...(Object.keys(metricOfRate) as Rate[]), ...metrics] as const
export type BenchmarkMetric = (typeof benchmarkMetrics)[number]

export const isRate = (metric: BenchmarkMetric): metric is Rate => Object.hasOwn(metricOfRate, metric)

/** Fewer posts say nothing. */
export const benchmarkPostsMin = 3

/** Number of posts behind each figure: posts that report the metric, for rates those that also have impressions. */
type Samples = Record<`sample_${BenchmarkMetric}`, number>
export type BenchmarkSums = Sums & Samples

/** Null with fewer than `benchmarkPostsMin` posts. */
export function benchmarkValue(sums: BenchmarkSums, metric: BenchmarkMetric): number | null {
  const posts = sums[`sample_${metric}`]
  if (posts < benchmarkPostsMin) return null
  return isRate(metric) ? rateOf(sums, metric) : meanOf(sums[metric], posts)
}

/** Two decimals. */
const meanOf = (sum: number | null, posts: number): number | null =>
  sum === null ? null : Math.round((sum / posts) * 100) / 100
