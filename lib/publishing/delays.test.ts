import { expect, test } from 'vitest'
import { ChannelFault, type FaultCategory } from '@/lib/channels/fault'
import { retryDelaySeconds } from './delays'

const now = new Date('2026-06-01T12:00:00Z')
const faultWith = (more: { category?: FaultCategory; waitSeconds?: number; retryAt?: Date }): ChannelFault =>
  new ChannelFault({ outcome: 'refused', category: 'render', isRetryable: true, code: 'c', message: 'Said.', ...more })

/** What is waited after each of so many tries in a row that this one fault sent back. */
const delaysOf = (fault: ChannelFault, count: number): number[] =>
  Array.from({ length: count }, (_, before) => retryDelaySeconds(fault, { attempts: before + 1, ofFault: before }, now))

test.each([
  ['a fault of which nothing else is known', {}, [10, 30, 60, 120, 240, 480, 900, 900]],
  ['one whose first wait is known', { waitSeconds: 5 }, [5, 10, 20, 40, 80, 160, 320, 640, 900, 900]],
  ['a rate limit that names no time', { category: 'rate' as const }, [120, 240, 480, 900, 900]],
  ['a rate limit whose first wait is known', { category: 'rate' as const, waitSeconds: 300 }, [300, 600, 900, 900]],
  ['a first wait longer than the longest', { waitSeconds: 4_000 }, [4_000, 4_000]],
])('%s: the waits grow, each with up to a tenth more or less', (_, members, expected) => {
  for (let run = 0; run < 50; run++)
    for (const [index, delay] of delaysOf(faultWith(members), expected.length).entries()) {
      expect(delay).toBeGreaterThanOrEqual((expected[index] ?? 0) * 0.9)
      expect(delay).toBeLessThanOrEqual((expected[index] ?? 0) * 1.1)
    }
})

test('two rows with one fault do not come back at one moment', () => {
  const fault = faultWith({ waitSeconds: 60 })
  expect(new Set(Array.from({ length: 20 }, () => delaysOf(fault, 1)[0])).size).toBeGreaterThan(10)
})

test('a time that the network names is kept to exactly, however many tries there were', () => {
  const fault = faultWith({ category: 'rate', retryAt: new Date(now.getTime() + 77_000), waitSeconds: 5 })
  expect(delaysOf(fault, 6)).toEqual([77, 77, 77, 77, 77, 77])
})

test('the waits of a first fault do not count for another', () => {
  expect(retryDelaySeconds(faultWith({ waitSeconds: 5 }), { attempts: 7, ofFault: 0 }, now)).toBeLessThan(6)
})
