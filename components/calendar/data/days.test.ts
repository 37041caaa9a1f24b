import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localOf } from '@/components/time/local-time'
import { defaultTime, formatDay } from './days'

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia')

test('`formatDay` does not depend on the zone of the machine', () => {
  expect(formatDay('2031-03-30', 'day', 'en-GB')).toBe('Sunday, 30 March 2031')
  expect(formatDay('2031-03-30', 'weekday', 'en-US')).toBe('Sun, Mar 30')
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
