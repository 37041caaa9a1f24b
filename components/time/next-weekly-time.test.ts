import { expect, test } from 'vitest'
import { nextWeeklyTime } from './next-weekly-time'

/** The next occurrence in the project's time zone, whatever the browser's zone is. */
const monday9 = { weekday: 1, hour: 9, minute: 30, stories: 3 }
const cases: [string, string, string, string][] = [
  ['later in the week', '2026-11-26T12:00:00Z', 'Europe/Berlin', '2026-11-30T09:30'],
  ['later on the same day', '2026-11-30T08:00:00Z', 'Europe/Berlin', '2026-11-30T09:30'],
  ['next week if it has passed today', '2026-11-30T08:31:00Z', 'Europe/Berlin', '2026-12-07T09:30'],
  ['the day of the project’s zone, not of UTC', '2026-11-29T20:00:00Z', 'Pacific/Auckland', '2026-11-30T09:30'],
]
test.each(cases)('%s', (_, now, zone, expected) => {
  expect(nextWeeklyTime(monday9, zone, new Date(now))).toBe(expected)
})
