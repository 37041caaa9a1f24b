import { type BenchmarkMetric, isRate } from '@/lib/metrics/benchmarks'
import { formatNumber, formatPercent, plural } from '@/lib/text/number-text'

export const benchmarkLabels: Record<BenchmarkMetric, string> = {
  save_rate: 'Save rate',
  share_rate: 'Share rate',
  click_rate: 'Click rate',
  engagement_rate: 'Engagement rate',
  impressions: 'Impressions per post',
  reach: 'Reach per post',
  clicks: 'Clicks per post',
  saves: 'Saves per post',
  shares: 'Shares per post',
  likes: 'Likes per post',
  comments: 'Comments per post',
  engagement: 'Engagement per post',
}

/** A rate in percent, a mean with one decimal. */
export const formatBenchmark = (metric: BenchmarkMetric, value: number): string =>
  isRate(metric) ? formatPercent(value, 2) : formatNumber(Math.round(value * 10) / 10)

export const daysText = (days: number): string => plural(days, 'day')

type Gap = { days_since_last: number | null; max_gap_days: number | null }

export function gapText({ days_since_last: days, max_gap_days: max }: Gap): string {
  const since = days === null ? 'No posts yet.' : `No posts for ${daysText(days)}.`
  return max === null ? since : `${since} Target: at least every ${max === 1 ? 'day' : daysText(max)}.`
}

type Below = { metric: BenchmarkMetric | null; value: number | null; benchmark_value: number | null }

export function belowText({ metric, value, benchmark_value: benchmark }: Below): string {
  if (metric === null || value === null || benchmark === null) return 'Below its benchmark.'
  return `${benchmarkLabels[metric]} is ${formatBenchmark(metric, value)}. Benchmark: ${formatBenchmark(metric, benchmark)}.`
}
