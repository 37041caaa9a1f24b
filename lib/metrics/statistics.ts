import { createHash } from 'node:crypto'

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Linear interpolation between order statistics (type 7 of Hyndman & Fan 1996). NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below === above ? below : below + (above - below) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Makes the median absolute deviation of normal data equal to its standard deviation, and likewise the mean one. */
const madToDeviation = 1 / 0.6745
const meanToDeviation = 1.2533

/**
 * Robust standard deviation: from the median absolute deviation or, if more than half of the values are equal, from
 * the mean absolute deviation. 0 if all are equal. Iglewicz & Hoaglin 1993.
 */
export function robustDeviation(values: readonly number[]): number {
  const centre = median(values)
  const distances = values.map((value) => Math.abs(value - centre))
  return median(distances) * madToDeviation || mean(distances) * meanToDeviation
}

/** Robust deviations above the median of the base. Null if all values of the base are equal. */
export function robustZ(value: number, base: readonly number[]): number | null {
  const deviation = robustDeviation(base)
  return deviation > 0 ? (value - median(base)) / deviation : null
}

/** Returns numbers from 0 (inclusive) to 1 (exclusive), the same ones for the same seed. */
export function seededRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
