/** Metrics that are summed and compared, in the order of responses. Engagement is the sum of the last five and clicks. */
export const metrics = ['impressions', 'reach', 'clicks', 'saves', 'shares', 'likes', 'comments', 'engagement'] as const
export type Metric = (typeof metrics)[number]

/** Rates are fractions of impressions: 0.05 is 5%. */
export const metricOfRate = {
  save_rate: 'saves',
  share_rate: 'shares',
  click_rate: 'clicks',
  engagement_rate: 'engagement',
} as const satisfies Record<string, Metric>
export type Rate = keyof typeof metricOfRate
export const rates = Object.keys(metricOfRate) as readonly Rate[]

type Rated = (typeof metricOfRate)[Rate]

/**
 * Numerators and denominators of the rates. `rated_saves` is the sum of saves over posts with impressions, and
 * `saves_impressions` the sum of impressions over posts that report saves.
 */
export type RateParts = Record<`rated_${Rated}` | `${Rated}_impressions`, number | null>

/** Sums over posts. Null: reported by none of them. */
export type Sums = Record<Metric, number | null> & RateParts & { posts: number }

/** Four decimals: 0.01%. Null without impressions. */
export function rateOf(sums: RateParts, rate: Rate): number | null {
  const metric = metricOfRate[rate]
  return fraction(sums[`rated_${metric}`], sums[`${metric}_impressions`])
}

/** Rounded to four decimals. Null when the part is not reported, or the whole is 0 or not reported. */
export const fraction = (part: number | null, whole: number | null): number | null =>
  part === null || !whole ? null : Math.round((part / whole) * 10_000) / 10_000

/** Adds up sums of several groups. */
export function addSums(rows: readonly Sums[]): Sums {
  const add = (name: keyof Sums): number | null => {
    const reported = rows.flatMap((row) => row[name] ?? [])
    return reported.length > 0 ? reported.reduce((total, number) => total + number, 0) : null
  }
  return { ...(Object.fromEntries(sumNames.map((name) => [name, add(name)])) as Sums), posts: add('posts') ?? 0 }
}

const rated = Object.values(metricOfRate)

/** The names of all sums except `posts`. */
export const sumNames: readonly Exclude<keyof Sums, 'posts'>[] = [
  ...metrics,
  ...rated.flatMap((metric) => [`rated_${metric}`, `${metric}_impressions`] as const),
]
