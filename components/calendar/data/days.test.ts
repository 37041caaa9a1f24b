import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import {
  addDays,
  addMonths,
  daysBetween,
  daysFrom,
  defaultTime,
  formatDay,
  isDay,
  startOfWeek,
  weekdayOf,
} from './days'

const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const count = fc.integer({ min: -4_000, max: 4_000 })
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia')

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

test('`formatDay` does not depend on the zone of the machine; `isDay` rejects invalid days', () => {
  expect(formatDay('2031-03-30', 'long', 'en-GB')).toBe('Sunday, 30 March 2031')
  expect(formatDay('2031-03-30', 'head', 'en-US')).toBe('Sun, Mar 30')
  for (const wrong of ['2031-02-29', '2031-13-01', '9999-12-31', '2031-1-1', 'today', null, 20_310_101])
    expect(isDay(wrong)).toBe(false)
})

test('`defaultTime` is 09:00, and today the next full hour', () => {
  expect(defaultTime('2031-03-31', '2031-03-30', new Date('2031-03-30T20:00:00Z'), 'Europe/Berlin')).toBe('09:00')
  const minutes = fc.integer({ min: 0, max: 500_000 }).map((each) => new Date(Date.UTC(2031, 0, 1) + each * 60_000))
  fc.assert(
    fc.property(minutes, zone, (now, timeZone) => {
      const local = localOf(now, timeZone)
      const today = local.slice(0, 10)
      const usual = defaultTime(today, today, now, timeZone)
      expect(usual >= '09:00' && usual <= '23:59').toBe(true)
      if (local.slice(11) < '23:59') expect(`${today}T${usual}` > local).toBe(true)
    }),
  )
})
