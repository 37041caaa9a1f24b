import { expect, test } from 'vitest'
import { compareMedians, standing } from './compare-groups'
import { median, seededRandom } from './statistics'

const noisy = (random: () => number, count: number, shift: number): number[] =>
  Array.from({ length: count }, () => shift + random() + random() - 1)

test('finds a planted difference and gives its interval', () => {
  const random = seededRandom('planted')
  const [one, other] = [noisy(random, 60, 0.5), noisy(random, 60, 0)]
  const difference = compareMedians(one, other, random)
  expect(difference.value).toBeCloseTo(median(one) - median(other))
  expect(difference.low).toBeGreaterThan(0.2)
  expect(difference.high).toBeLessThan(0.8)
  expect(difference.chance).toBeLessThan(0.01)
})

test('the interval of equal groups contains 0 in about nine of ten runs', () => {
  const random = seededRandom('equal')
  const runs = Array.from({ length: 100 }, () => compareMedians(noisy(random, 20, 0), noisy(random, 20, 0), random))
  const contained = runs.filter(({ low, high }) => low <= 0 && high >= 0).length
  expect(contained).toBeGreaterThanOrEqual(84)
})

test('equal seeds give equal numbers', () => {
  const compare = () => compareMedians([1, 2, 3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 7, 8, 9], seededRandom('same'))
  expect(compare()).toEqual(compare())
})

test('of many comparisons, only those stand that chance does not explain', () => {
  expect(standing([0.001, 0.04, 0.03, 0.9])).toEqual([true, true, true, false])
  expect(standing([0.04, 0.6, 0.7, 0.8, 0.9])).toEqual([false, false, false, false, false])
  expect(standing([])).toEqual([])
})
