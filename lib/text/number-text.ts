const numbers = new Intl.NumberFormat('en')

/** “1,234” */
export const formatNumber = (value: number): string => numbers.format(value)

/** “1 post”, “1,234 posts”. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** A rate as “7.60%”: always two decimals, because rates stand in columns and beside each other. */
export const formatRate = (fraction: number): string => `${(fraction * 100).toFixed(2)}%`

const percents = [0, 1, 2].map(
  (maximumFractionDigits) => new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits }),
)

/**
 * A fraction as a percentage: “5.12%”.
 *
 * @param decimals at most this many
 */
export const formatPercent = (fraction: number, decimals: 0 | 1 | 2): string =>
  percents[decimals]?.format(fraction) ?? ''
