import { expect, test } from 'vitest'
import { problemOf, rowsOf, slotsOf } from './slot-rows'

test('slots become rows by time, and the same slots again', () => {
  const slots = [
    { weekday: 5, time: '17:00' },
    { weekday: 3, time: '09:00' },
    { weekday: 1, time: '09:00' },
  ]
  const rows = rowsOf(slots)
  expect(rows).toMatchObject([
    { time: '09:00', weekdays: [1, 3] },
    { time: '17:00', weekdays: [5] },
  ])
  expect(slotsOf(rows)).toEqual([slots[2], slots[1], slots[0]])
})

test.each([
  ['9', [1], null],
  ['25:00', [1], 'Enter a time from 00:00 to 23:59.'],
  ['', [1], 'Enter a time from 00:00 to 23:59.'],
  ['09:00', [], 'Choose at least one day, or remove the time.'],
])('%s on %j', (time, weekdays, problem) => expect(problemOf({ key: 'row', time, weekdays })).toBe(problem))
