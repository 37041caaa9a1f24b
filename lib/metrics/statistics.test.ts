import { describe, expect, test } from 'vitest'
import { median, quantile, robustDeviation, robustZ, seededRandom } from './statistics'

/** Approximately normal: the sum of twelve uniform numbers. */
const normal = (random: () => number): number => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)

test('median and quantiles interpolate and do not change the order of the input', () => {
  const values = [4, 1, 3, 2]
  expect(median(values)).toBe(2.5)
  expect([0, 0.25, 0.9, 1].map((share) => quantile(values, share))).toEqual([1, 1.75, 3.7, 4])
  expect(median([7])).toBe(7)
  expect(median([])).toBeNaN()
  expect(values).toEqual([4, 1, 3, 2])
})

describe('robust deviation', () => {
  test('estimates the standard deviation of normal data and ignores outliers', () => {
    const random = seededRandom('normal')
    const values = Array.from({ length: 5_000 }, () => 10 + 3 * normal(random))
    expect(robustDeviation(values)).toBeCloseTo(3, 0)
    expect(robustDeviation([...values, ...Array<number>(50).fill(1e6)])).toBeCloseTo(3, 0)
  })

  test('uses the mean deviation if most values are equal, and is 0 if all are', () => {
    expect(robustDeviation([5, 5, 5, 5, 10])).toBeCloseTo(1.2533)
    expect(robustDeviation([5, 5, 5])).toBe(0)
    expect(robustZ(9, [5, 5, 5])).toBeNull()
  })
})

test('robust z is 0.6745 times the distance from the median over the median absolute deviation', () => {
  expect(robustZ(30, [8, 9, 10, 11, 12])).toBeCloseTo((0.6745 * 20) / 1)
})

test('random numbers are uniform, and equal for equal seeds', () => {
  const draw = (seed: string): number[] => {
    const random = seededRandom(seed)
    return Array.from({ length: 10_000 }, random)
  }
  const numbers = draw('a')
  expect(draw('a')).toEqual(numbers)
  expect(draw('b').slice(0, 5)).not.toEqual(numbers.slice(0, 5))
  expect([0.1, 0.5, 0.9].map((share) => quantile(numbers, share))).toEqual([
    expect.closeTo(0.1, 1),
    expect.closeTo(0.5, 1),
    expect.closeTo(0.9, 1),
  ])
})
