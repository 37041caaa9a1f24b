import { sql } from 'kysely'
import { type BenchmarkMetric, benchmarkMetrics, isRate } from './benchmarks'
import { metricOfRate } from './rates'

const sampleOf = (metric: BenchmarkMetric) => {
  const isReported = isRate(metric)
    ? sql`count(${sql.ref(metricOfRate[metric])}) filter (where impressions > 0)`
    : sql`count(${sql.ref(metric)})`
  return sql`${isReported} as ${sql.ref(`sample_${metric}`)}`
}

/** The columns of `BenchmarkSums` that `sumColumns` does not have. */
export const sampleColumns = sql.join(benchmarkMetrics.map(sampleOf))
