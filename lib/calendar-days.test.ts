import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, daysFrom, isDay, startOfWeek, weekdayOf } from './calendar-days'

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const count = fc.integer({ min: -4_000, max: 4_000 })

test('`addDays` and `daysBetween` are inverse', () => {
  fc.assert(
    fc.property(day, count, (from, days) => {
      const to = addDays(from, days)
      expect(isDay(to)).toBe(true)
      expect(addDays(to, -days)).toBe(from)
      expect(daysBetween(from, to)).toBe(days)
      expect((((weekdayOf(to) - weekdayOf(from) - days) % 7) + 7) % 7).toBe(0)
    }),
  )
})

test('`startOfWeek` is the first weekday, at most six days earlier', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(0, 1), (any, first) => {
      const start = startOfWeek(any, first)
      expect(weekdayOf(start)).toBe(first)
      expect(daysFrom(start, 7)).toContain(any)
    }),
  )
})

test('`addMonths` keeps the day or uses the last of the month', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -60, max: 60 }), (from, months) => {
      const to = addMonths(from, months)
      const indexOf = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7))
      expect(indexOf(to) - indexOf(from)).toBe(months)
      expect(to.slice(8) <= from.slice(8)).toBe(true)
      if (to.slice(8) !== from.slice(8)) expect(addDays(to, 1).slice(8)).toBe('01')
    }),
  )
  expect(addMonths('2031-01-31', 1)).toBe('2031-02-28')
  expect(addMonths('2032-03-31', -1)).toBe('2032-02-29')
})

test('`isDay` rejects invalid days', () => {
  for (const wrong of ['2031-02-29', '2031-13-01', '9999-12-31', '2031-1-1', 'today', null, 20_310_101])
    expect(isDay(wrong)).toBe(false)
})
