import { expect, test } from 'vitest'
import { nextOf } from './usual-times'

/** An hour of the week becomes its next moment by the clock of the project, whatever the clock of the reader says. */
const monday9 = { weekday: 1, hour: 9, minute: 30, stories: 3 }
const cases: [string, string, string, string][] = [
  ['later in the week', '2026-11-26T12:00:00Z', 'Europe/Berlin', '2026-11-30T09:30'],
  ['later on the same day', '2026-11-30T08:00:00Z', 'Europe/Berlin', '2026-11-30T09:30'],
  ['a week on when it is over for today', '2026-11-30T08:31:00Z', 'Europe/Berlin', '2026-12-07T09:30'],
  [
    'the day is the project’s and not that of Greenwich',
    '2026-11-29T20:00:00Z',
    'Pacific/Auckland',
    '2026-11-30T09:30',
  ],
]
test.each(cases)('%s', (_, now, zone, expected) => {
  expect(nextOf(monday9, zone, new Date(now))).toBe(expected)
})
