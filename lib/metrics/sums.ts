import { sql } from 'kysely'
import { type Metric, metricOfRate, metrics, type Rate } from './rates'

const sumOf = (metric: string) => sql`sum(${sql.ref(metric)})::bigint as ${sql.ref(metric)}`

const rateParts = (metric: string) => sql`
  sum(${sql.ref(metric)}) filter (where impressions > 0)::bigint as ${sql.ref(`rated_${metric}`)},
  sum(impressions) filter (where ${sql.ref(metric)} is not null)::bigint as ${sql.ref(`${metric}_impressions`)}`

/**
 * The columns of `Sums` (rates.ts) in a query that groups rows of `post_metrics`. Those columns must be unambiguous in
 * the query.
 */
export const sumColumns = sql`
  count(*) as posts, ${sql.join(metrics.map(sumOf))}, ${sql.join(Object.values(metricOfRate).map(rateParts))}`

const every = sql`true`

/** One sum over the rows that meet a condition, as float8, which is faster than numeric. Null: not reported. */
export const sumColumn = (metric: Metric, condition = every) =>
  sql`sum(${sql.ref(metric)}::float8) filter (where ${condition})`

/** One rate over the rows that meet a condition, as `rateOf` computes it. */
export function rateColumn(rate: Rate, condition = every) {
  const metric = sql.ref(metricOfRate[rate])
  return sql`round(10000 * sum(${metric}::float8) filter (where impressions > 0 and ${condition})
    / nullif(sum(impressions::float8) filter (where ${metric} is not null and ${condition}), 0)) / 10000`
}

/** The rate of a single row. */
export const postRateColumn = (rate: Rate) =>
  sql`round(10000 * ${sql.ref(metricOfRate[rate])}::float8 / nullif(impressions, 0)) / 10000`
