import { expect, test } from 'vitest'
import { ChannelError, type ErrorCategory } from '@/lib/channels/channel-error'
import { retryDelaySeconds } from './retry-delays'

const now = new Date('2026-06-01T12:00:00Z')
const errorWith = (more: { category?: ErrorCategory; waitSeconds?: number; retryAt?: Date }): ChannelError =>
  new ChannelError({ outcome: 'refused', category: 'render', isRetryable: true, code: 'c', message: 'Said.', ...more })

/** Delays after each of `count` tries in a row with the same error. */
const delaysOf = (error: ChannelError, count: number): number[] =>
  Array.from({ length: count }, (_, before) => retryDelaySeconds(error, { attempts: before + 1, ofError: before }, now))

test.each([
  ['an error with nothing known', {}, [10, 30, 60, 120, 240, 480, 900, 900]],
  ['a known first wait', { waitSeconds: 5 }, [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]],
  ['a rate limit without a time', { category: 'rate' as const }, [120, 240, 480, 900, 900]],
  ['a rate limit with a known first wait', { category: 'rate' as const, waitSeconds: 300 }, [300, 600, 900, 900]],
  ['a first wait longer than the maximum', { waitSeconds: 4_000 }, [4_000, 4_000]],
])('%s: delays grow, with ±10% jitter', (_, members, expected) => {
  for (let run = 0; run < 50; run++)
    for (const [index, delay] of delaysOf(errorWith(members), expected.length).entries()) {
      expect(delay).toBeGreaterThanOrEqual((expected[index] ?? 0) * 0.9)
      expect(delay).toBeLessThanOrEqual((expected[index] ?? 0) * 1.1)
    }
})

test('rows with the same error are not retried at the same moment', () => {
  const error = errorWith({ waitSeconds: 60 })
  expect(new Set(Array.from({ length: 20 }, () => delaysOf(error, 1)[0])).size).toBeGreaterThan(10)
})

test('a time from the network is used exactly, for every retry', () => {
  const error = errorWith({ category: 'rate', retryAt: new Date(now.getTime() + 77_000), waitSeconds: 5 })
  expect(delaysOf(error, 6)).toEqual([77, 77, 77, 77, 77, 77])
})

test('retries of one error do not lengthen the delays of another', () => {
  expect(retryDelaySeconds(errorWith({ waitSeconds: 5 }), { attempts: 7, ofError: 0 }, now)).toBeLessThan(6)
})
