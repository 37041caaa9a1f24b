import { expect, test } from 'vitest'
import { type BenchmarkSums, benchmarkValue } from './benchmarks'

const sums = {
  saves: 24,
  rated_saves: 20,
  saves_impressions: 1_000,
  sample_saves: 5,
  sample_save_rate: 3,
  shares: null,
  sample_shares: 0,
} as Partial<BenchmarkSums> as BenchmarkSums

test('a rate uses posts with impressions, a metric is the mean of posts that report it', () => {
  expect(benchmarkValue(sums, 'save_rate')).toBe(0.02)
  expect(benchmarkValue(sums, 'saves')).toBe(4.8)
})

test('fewer than three posts, or none that report the metric, have no value', () => {
  expect(benchmarkValue({ ...sums, sample_save_rate: 2 }, 'save_rate')).toBeNull()
  expect(benchmarkValue(sums, 'shares')).toBeNull()
})
