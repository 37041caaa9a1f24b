import { expect, test } from 'vitest'
import { isSameSlots, problemOf, rowsOf, slotsOf, timeText } from './slot-rows'

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
  ['9am', [1], null],
  ['25:00', [1], 'Enter a time, such as 17:30 or 5:30 pm.'],
  ['', [1], 'Enter a time, such as 17:30 or 5:30 pm.'],
  ['09:00', [], 'Choose at least one day, or remove the time.'],
])('%s on %j', (time, weekdays, problem) => expect(problemOf({ key: 'row', time, weekdays })).toBe(problem))

test('times are written as the locale writes them, and read back', () => {
  const american = timeText('17:30', 'en-US')
  expect(american).toMatch(/^5:30\sPM$/)
  expect(slotsOf([{ key: 'row', time: american, weekdays: [1] }])).toEqual([{ weekday: 1, time: '17:30' }])
  expect(timeText('9', 'en-GB')).toMatch(/^0?9:00$/)
  expect(timeText('noon', 'en-US')).toBe('noon')
})

test('the order of slots is no change', () => {
  const [one, other] = [
    { weekday: 1, time: '09:00' },
    { weekday: 2, time: '09:00' },
  ]
  expect(isSameSlots([one, other], [other, one])).toBe(true)
  expect(isSameSlots([one], [one, other])).toBe(false)
})
