import { median, quantile } from './statistics'

export type Difference = {
  /** Difference of the medians. */
  value: number
  /** 90% interval. */
  low: number
  high: number
  /** Two-sided chance of such a difference if there is none. */
  chance: number
}

const resamples = 2_000
/** Fewer posts in either group are not compared. */
export const leastInGroup = 8

/** Difference of the medians of two groups, with a bootstrap percentile interval (Efron & Tibshirani 1993). */
export function compareMedians(one: readonly number[], other: readonly number[], random: () => number): Difference {
  const [first, second] = [resampledMedians(one, random), resampledMedians(other, random)]
  const differences = first.map((value, index) => value - (second[index] ?? 0))
  const below = differences.filter((value) => value <= 0).length
  const above = differences.filter((value) => value >= 0).length
  return {
    value: median(one) - median(other),
    low: quantile(differences, 0.05),
    high: quantile(differences, 0.95),
    chance: Math.min(1, (2 * (Math.min(below, above) + 1)) / (resamples + 1)),
  }
}

/** Medians of samples drawn with replacement. Draws positions in the sorted values, so that nothing is sorted again. */
function resampledMedians(values: readonly number[], random: () => number): number[] {
  const sorted = Float64Array.from(values).sort()
  const drawn = new Uint16Array(sorted.length)
  const atRank = (rank: number): number => {
    let passed = 0
    for (let index = 0; index < drawn.length; index++) {
      passed += drawn[index] ?? 0
      if (passed > rank) return sorted[index] ?? 0
    }
    return Number.NaN
  }
  return Array.from({ length: resamples }, () => {
    drawn.fill(0)
    for (let count = 0; count < sorted.length; count++) {
      const place = Math.floor(random() * sorted.length)
      drawn[place] = (drawn[place] ?? 0) + 1
    }
    return (atRank((sorted.length - 1) >> 1) + atRank(sorted.length >> 1)) / 2
  })
}

/**
 * Which of several comparisons stand when at most this share of them may be wrong (Benjamini & Hochberg 1995).
 */
export function standing(chances: readonly number[], falseShare = 0.1): boolean[] {
  const sorted = chances.toSorted((one, other) => one - other)
  const last = sorted.findLastIndex((chance, index) => chance <= ((index + 1) / sorted.length) * falseShare)
  const limit = sorted[last] ?? -1
  return chances.map((chance) => chance <= limit)
}
