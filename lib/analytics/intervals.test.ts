import { expect, test } from 'vitest'
import { countIntervals } from './intervals'

test.each([
  ['day', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T23:59:59Z', 1],
  ['day', 'UTC', '2026-01-01T00:00:00Z', '2026-12-31T23:59:59Z', 365],
  // Berlin is on the 29th and the 30th; the clocks go forward in between.
  ['day', 'Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z', 2],
  ['week', 'UTC', '2026-01-04T00:00:00Z', '2026-01-05T00:00:00Z', 2],
  ['month', 'UTC', '2025-12-31T23:00:00Z', '2026-03-01T00:00:00Z', 4],
  ['day', 'UTC', '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', 3_652_059],
] as const)('counts intervals: %s in %s from %s to %s', (interval, timeZone, first, last, count) => {
  expect(countIntervals([new Date(first), new Date(last)], { interval, timeZone })).toBe(count)
})
