import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveTo } from '@/components/time/channel-times'
import { localOf } from '@/components/time/local-time'
import { shifted } from '@/lib/calendar-days'
import { moveAlong } from '@/lib/stories/content/schedule-time'
import { type BulkMove, targetOf } from './bulk-move'

const timeZone = 'Europe/Berlin'
const minuteMs = 60_000
const at = fc
  .integer({ min: Date.parse('2031-01-01T00:00:00Z') / minuteMs, max: Date.parse('2031-12-31T00:00:00Z') / minuteMs })
  .map((minute) => new Date(minute * minuteMs).toISOString())
const moved = (from: string, how: BulkMove) => localOf(targetOf({ at: from }, how, timeZone), timeZone)
/** Local times skipped on 30 March: clocks go from 02:00 to 03:00. */
const isInGap = (local: string) => local >= '2031-03-30T02:00' && local < '2031-03-30T03:00'

test('by days: keeps the local time of day across clock changes', () => {
  expect(moved('2031-03-28T08:00:00.000Z', { kind: 'days', days: 3 })).toBe('2031-03-31T09:00')
  expect(targetOf({ at: '2031-10-25T07:00:00.000Z' }, { kind: 'days', days: 2 }, timeZone).toISOString()).toBe(
    '2031-10-27T08:00:00.000Z',
  )
  fc.assert(
    fc.property(at, fc.integer({ min: -300, max: 300 }), (from, days) => {
      const wanted = shifted(localOf(from, timeZone), { days, minutes: 0 })
      fc.pre(!isInGap(wanted))
      expect(moved(from, { kind: 'days', days })).toBe(wanted)
    }),
  )
})

test('by days: a skipped local time moves one hour later', () => {
  expect(moved('2031-03-29T01:30:00.000Z', { kind: 'days', days: 1 })).toBe('2031-03-30T03:30')
})

test('by minutes: moves by exactly as many minutes', () => {
  fc.assert(
    fc.property(at, fc.integer({ min: -50_000, max: 50_000 }), (from, minutes) => {
      const target = targetOf({ at: from }, { kind: 'minutes', minutes }, timeZone)
      expect(target.getTime() - Date.parse(from)).toBe(minutes * minuteMs)
    }),
  )
})

test('to a time of day: keeps the day; to one moment: all stories get it', () => {
  const time = fc
    .integer({ min: 0, max: 1_439 })
    .map((minutes) => shifted('2031-01-01T00:00', { days: 0, minutes }).slice(11))
  fc.assert(
    fc.property(at, at, time, (one, other, clock) => {
      const wanted = `${localOf(one, timeZone).slice(0, 10)}T${clock}`
      fc.pre(!isInGap(wanted))
      expect(moved(one, { kind: 'time', time: clock })).toBe(wanted)
      expect(moved(one, { kind: 'moment', local: wanted })).toBe(moved(other, { kind: 'moment', local: wanted }))
    }),
  )
})

test('channel times match the server’s result across clock changes', () => {
  const moved = (from: string, to: string, own: string) => {
    const own_times = [{ queue_item_id: '', channel: 'x' as const, scheduled_at: own }]
    return moveTo({ at: from, own_times }, to, timeZone).own_times[0]?.scheduled_at
  }
  expect(moved('2031-03-28T08:00:00.000Z', '2031-03-31T07:00:00.000Z', '2031-03-28T14:45:07.000Z')).toBe(
    '2031-03-31T13:45:07.000Z',
  )
  fc.assert(
    fc.property(at, at, at, (from, to, own) => {
      const stride = { from: new Date(from), to: new Date(to), zone: timeZone }
      expect(moved(from, to, own)).toBe(moveAlong(new Date(own), stride).toISOString())
    }),
  )
})

test('`shifted` uses local time across midnight and month ends', () => {
  expect(shifted('2031-03-12T23:45', { days: 0, minutes: 15 })).toBe('2031-03-13T00:00')
  expect(shifted('2031-02-28T09:00', { days: 1, minutes: 0 })).toBe('2031-03-01T09:00')
  fc.assert(
    fc.property(
      at,
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: -2_000, max: 2_000 }),
      (from, days, minutes) => {
        const local = localOf(from, timeZone)
        expect(shifted(shifted(local, { days, minutes }), { days: -days, minutes: -minutes })).toBe(local)
      },
    ),
  )
})
