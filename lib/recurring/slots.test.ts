import { describe, expect, test } from 'vitest'
import type { Cadence } from './cadence'
import { cronIssue } from './cron'
import { slotsOf } from './slots'

const daily = (time: string): Cadence => ({ kind: 'daily', time })
const cron = (cron: string): Cadence => ({ kind: 'cron', cron })
const monthly = (day_of_month: number | 'last'): Cadence => ({ kind: 'monthly', time: '09:00', day_of_month })

const slots = (cadence: Cadence, timezone: string, after: string, count: number, bounds = {}) =>
  slotsOf({ cadence, timezone, starts_at: null, ends_at: null, ...bounds }, new Date(after), count).map((slot) =>
    slot.toISOString().replace(':00.000Z', 'Z'),
  )

describe('cadences', () => {
  test.each<[string, Cadence, string, string[]]>([
    [
      'daily, the slot itself is not after',
      daily('09:00'),
      '2026-11-23T08:00:00Z',
      ['2026-11-24T08:00Z', '2026-11-25T08:00Z'],
    ],
    ['daily, a moment before', daily('09:00'), '2026-11-23T07:59:59Z', ['2026-11-23T08:00Z', '2026-11-24T08:00Z']],
    [
      'weekly on Monday and Thursday',
      { kind: 'weekly', time: '09:00', weekdays: [1, 4] },
      '2026-11-23T12:00:00Z',
      ['2026-11-26T08:00Z', '2026-11-30T08:00Z', '2026-12-03T08:00Z'],
    ],
    [
      'weekly on Sunday (7)',
      { kind: 'weekly', time: '00:00', weekdays: [7] },
      '2026-11-23T12:00:00Z',
      ['2026-11-28T23:00Z', '2026-12-05T23:00Z'],
    ],
    [
      'monthly on day 31: the last day of shorter months, then 31 again',
      monthly(31),
      '2027-01-15T12:00:00Z',
      ['2027-01-31T08:00Z', '2027-02-28T08:00Z', '2027-03-31T07:00Z', '2027-04-30T07:00Z', '2027-05-31T07:00Z'],
    ],
    [
      'monthly on day 30 in a leap year',
      monthly(30),
      '2028-02-01T12:00:00Z',
      ['2028-02-29T08:00Z', '2028-03-30T07:00Z'],
    ],
    ['monthly on the last day', monthly('last'), '2026-11-30T12:00:00Z', ['2026-12-31T08:00Z', '2027-01-31T08:00Z']],
    ['cron: the last day', cron('0 9 L * *'), '2027-01-31T12:00:00Z', ['2027-02-28T08:00Z', '2027-03-31T07:00Z']],
    ['cron: 7 is Sunday', cron('0 9 * * 7'), '2026-11-23T12:00:00Z', ['2026-11-29T08:00Z']],
    ['cron: names', cron('0 9 * JAN wed'), '2026-11-23T12:00:00Z', ['2027-01-06T08:00Z']],
    [
      'cron: day of month or weekday',
      cron('0 9 15 * 1'),
      '2026-12-08T12:00:00Z',
      ['2026-12-14T08:00Z', '2026-12-15T08:00Z', '2026-12-21T08:00Z'],
    ],
    ['cron: a leap day', cron('0 9 29 2 *'), '2026-11-23T12:00:00Z', ['2028-02-29T08:00Z', '2032-02-29T08:00Z']],
  ])('%s', (_, cadence, after, expected) => {
    expect(slots(cadence, 'Europe/Berlin', after, expected.length)).toEqual(expected)
  })

  test('start and end are included', () => {
    const bounds = { starts_at: new Date('2026-12-01T08:00:00Z'), ends_at: new Date('2026-12-03T08:00:00Z') }
    expect(slots(daily('09:00'), 'Europe/Berlin', '2026-11-23T00:00:00Z', 9, bounds)).toEqual([
      '2026-12-01T08:00Z',
      '2026-12-02T08:00Z',
      '2026-12-03T08:00Z',
    ])
  })
})

describe('clock changes', () => {
  test.each<[string, Cadence, string, string, string[]]>([
    [
      'Berlin stays at 9:00 in spring',
      daily('09:00'),
      'Europe/Berlin',
      '2026-03-27T12:00:00Z',
      ['2026-03-28T08:00Z', '2026-03-29T07:00Z'],
    ],
    [
      'Berlin stays at 9:00 in autumn',
      daily('09:00'),
      'Europe/Berlin',
      '2026-10-23T12:00:00Z',
      ['2026-10-24T07:00Z', '2026-10-25T08:00Z'],
    ],
    [
      'Berlin skips 2:30, daily',
      daily('02:30'),
      'Europe/Berlin',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'Berlin skips 2:30, cron',
      cron('30 2 * * *'),
      'Europe/Berlin',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'the same from within the hour after the change',
      cron('30 2 * * *'),
      'Europe/Berlin',
      '2026-03-29T01:10:00Z',
      ['2026-03-29T01:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'Berlin has 2:30 twice: once, the first',
      cron('30 2 * * *'),
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'Berlin, every hour in spring: no slot twice',
      cron('0 * * * *'),
      'Europe/Berlin',
      '2026-03-28T23:30:00Z',
      ['2026-03-29T00:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
    ],
    [
      'Berlin, every hour in autumn: nothing in the repeated hour',
      cron('0 * * * *'),
      'Europe/Berlin',
      '2026-10-24T22:30:00Z',
      ['2026-10-24T23:00Z', '2026-10-25T00:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'the same from within the repeated hour',
      cron('0 * * * *'),
      'Europe/Berlin',
      '2026-10-25T01:15:00Z',
      ['2026-10-25T02:00Z', '2026-10-25T03:00Z'],
    ],
    [
      'Sydney (southern) skips 2:30 in October',
      daily('02:30'),
      'Australia/Sydney',
      '2026-10-02T20:00:00Z',
      ['2026-10-03T16:30Z', '2026-10-04T15:30Z'],
    ],
    [
      'Sydney has 2:30 twice in April',
      daily('02:30'),
      'Australia/Sydney',
      '2026-04-03T20:00:00Z',
      ['2026-04-04T15:30Z', '2026-04-05T16:30Z'],
    ],
    [
      'Santiago has no midnight',
      daily('00:00'),
      'America/Santiago',
      '2026-09-05T12:00:00Z',
      ['2026-09-06T04:00Z', '2026-09-07T03:00Z'],
    ],
    [
      'Lord Howe skips half an hour',
      daily('02:15'),
      'Australia/Lord_Howe',
      '2026-10-02T20:00:00Z',
      ['2026-10-03T15:45Z', '2026-10-04T15:15Z'],
    ],
    [
      'Apia has no 30 December 2011',
      daily('09:00'),
      'Pacific/Apia',
      '2011-12-29T12:00:00Z',
      ['2011-12-29T19:00Z', '2011-12-30T19:00Z', '2011-12-31T19:00Z'],
    ],
  ])('%s', (_, cadence, zone, after, expected) => {
    expect(slots(cadence, zone, after, expected.length)).toEqual(expected)
  })
})

describe('cron expressions', () => {
  const now = new Date('2026-11-23T10:30:00Z')
  test.each(['0 9 * * 1', '5 9 * * MON-WED', '0 */2 * * *', '59 * * * *', '0 9 L * *', '0 9 29 2 *', ' 0  9 * * 1 '])(
    '%s is accepted',
    (expression) => expect(cronIssue(expression, now)).toBeNull(),
  )
  test.each([
    ['0 9 * *', 'exactly five fields'],
    ['0 0 9 * * *', 'exactly five fields'],
    ['', 'exactly five fields'],
    ['@daily', 'not supported'],
    ['0 9 ? * *', 'not supported'],
    ['0 9 * * 1#2', 'not supported'],
    ['0 9 15W * *', 'not supported'],
    ['0 9 LW * *', 'not supported'],
    ['0 9 * * +1', 'not supported'],
    ['0 9 30 2 *', 'never runs'],
    ['0 9 31 4,6 *', 'never runs'],
    ['*/30 9 * * *', 'more than once an hour'],
    ['0,59 * * * *', 'more than once an hour'],
    ['0,59 9 * * *', 'more than once an hour'],
    ['5,20 10 * * *', 'more than once an hour'],
    ['60 9 * * *', 'Invalid value for minute'],
    ['0 9 * * 8', 'Invalid value for dayOfWeek'],
    ['0 9 * FOO *', 'illegal characters'],
    ['a b c d e', 'not a valid cron expression'],
  ])('%s is refused', (expression, reason) => expect(cronIssue(expression, now)).toContain(reason))
})
