import { describe, expect, test } from 'vitest'
import { atTimeOfDay, fromLocal, moveAlong, readTime, shiftDays } from './schedule-time'

const now = new Date('2030-01-01T12:00:00Z')
const iso = (date: Date | null | undefined) => date?.toISOString()

describe('a local time in its time zone', () => {
  test.each([
    ['winter in Berlin', 'Europe/Berlin', '2030-01-15T09:00', '2030-01-15T08:00:00.000Z'],
    ['summer in Berlin', 'Europe/Berlin', '2030-07-15T09:00', '2030-07-15T07:00:00.000Z'],
    [
      'Berlin skips 02:30: it moves forward by the hour',
      'Europe/Berlin',
      '2030-03-31T02:30',
      '2030-03-31T01:30:00.000Z',
    ],
    ['the last minute before Berlin’s gap', 'Europe/Berlin', '2030-03-31T01:59', '2030-03-31T00:59:00.000Z'],
    ['Berlin has 02:30 twice: the first', 'Europe/Berlin', '2030-10-27T02:30', '2030-10-27T00:30:00.000Z'],
    ['New York skips 02:15', 'America/New_York', '2030-03-10T02:15', '2030-03-10T07:15:00.000Z'],
    ['New York has 01:30 twice: the first', 'America/New_York', '2030-11-03T01:30', '2030-11-03T05:30:00.000Z'],
    ['Lord Howe skips half an hour', 'Australia/Lord_Howe', '2030-10-06T02:15', '2030-10-05T15:45:00.000Z'],
    ['Lord Howe has 01:45 twice: the first', 'Australia/Lord_Howe', '2030-04-07T01:45', '2030-04-06T14:45:00.000Z'],
    ['Kathmandu has a quarter-hour offset', 'Asia/Kathmandu', '2030-05-01T09:00', '2030-05-01T03:15:00.000Z'],
    ['Kiritimati is a day ahead', 'Pacific/Kiritimati', '2030-05-01T09:00', '2030-04-30T19:00:00.000Z'],
    ['seconds are preserved', 'UTC', '2030-05-01T09:00:07', '2030-05-01T09:00:07.000Z'],
  ])('%s', (_, zone, local, expected) => {
    expect(iso(fromLocal(local, zone))).toBe(expected)
  })

  test.each(['2030-02-30T09:00', '2030-13-01T09:00', '2030-01-01T24:01'])('%s does not exist', (local) => {
    expect(fromLocal(local, 'Europe/Berlin')).toBeNull()
  })
})

describe('moving along keeps the distance in local time', () => {
  const zone = 'Europe/Berlin'
  test.each([
    [
      'two days and an hour later',
      '2030-01-10T08:00Z',
      '2030-01-12T09:00Z',
      '2030-01-11T15:45Z',
      '2030-01-13T16:45:00.000Z',
    ],
    [
      'across a clock change',
      '2030-03-28T08:00Z',
      '2030-03-30T08:00Z',
      '2030-03-29T15:45Z',
      '2030-03-31T14:45:00.000Z',
    ],
    [
      'back across a clock change',
      '2030-03-31T07:00Z',
      '2030-03-29T08:00Z',
      '2030-04-01T14:45Z',
      '2030-03-30T15:45:00.000Z',
    ],
    [
      'not at all, in an hour that occurs twice',
      '2030-10-27T01:30Z',
      '2030-10-27T01:30Z',
      '2030-10-27T01:45Z',
      '2030-10-27T01:45:00.000Z',
    ],
    [
      'to the first time itself, in an hour that occurs twice',
      '2030-10-20T01:30Z',
      '2030-10-27T01:30Z',
      '2030-10-20T01:30Z',
      '2030-10-27T01:30:00.000Z',
    ],
  ])('%s', (_, from, to, at, expected) => {
    expect(iso(moveAlong(new Date(at), { from: new Date(from), to: new Date(to), zone }))).toBe(expected)
  })
})

describe('moving by days keeps the local time', () => {
  test.each([
    ['across Berlin’s change to summer time', 'Europe/Berlin', '2030-03-30T08:00:00Z', 1, '2030-03-31T07:00:00.000Z'],
    ['back across a clock change', 'Europe/Berlin', '2030-03-31T07:00:00Z', -1, '2030-03-30T08:00:00.000Z'],
    ['into Berlin’s gap', 'Europe/Berlin', '2030-03-30T01:30:00Z', 1, '2030-03-31T01:30:00.000Z'],
    [
      'across New York’s change to winter time',
      'America/New_York',
      '2030-11-02T13:00:00Z',
      1,
      '2030-11-03T14:00:00.000Z',
    ],
    [
      'across Lord Howe’s half-hour change',
      'Australia/Lord_Howe',
      '2030-10-05T01:00:00Z',
      1,
      '2030-10-06T00:30:00.000Z',
    ] as const,
    ['in a zone without summer time', 'Asia/Kathmandu', '2030-03-30T03:15:00Z', 7, '2030-04-06T03:15:00.000Z'],
  ] as const)('%s', (_, zone, from, days, expected) => {
    expect(iso(shiftDays(new Date(from), days, zone))).toBe(expected)
  })
})

describe('another time of day keeps the local date', () => {
  test.each([
    ['the UTC date is one day ahead', 'America/New_York', '2030-01-16T02:00:00Z', '09:00', '2030-01-15T14:00:00.000Z'],
    ['the UTC date is one day behind', 'Asia/Tokyo', '2030-01-14T20:00:00Z', '09:00', '2030-01-15T00:00:00.000Z'],
    ['the time is skipped that day', 'Europe/Berlin', '2030-03-31T10:00:00Z', '02:30', '2030-03-31T01:30:00.000Z'],
    ['the time occurs twice that day', 'Europe/Berlin', '2030-10-27T10:00:00Z', '02:30', '2030-10-27T00:30:00.000Z'],
  ])('%s', (_, zone, from, time, expected) => {
    expect(iso(atTimeOfDay(new Date(from), time, zone))).toBe(expected)
  })
})

describe('reading the time of a request', () => {
  const read = (input: Parameters<typeof readTime>[0], timezone: string | null = null) => {
    const { at, issues } = readTime(input, { timezone, now })
    return issues.length ? issues.map(({ path, code }) => `${path} ${code}`) : (at?.toISOString() ?? at)
  }

  test.each([
    ['nothing', {}, undefined],
    ['a removed time', { scheduled_at: null }, null],
    ['exactly five minutes ago', { scheduled_at: '2030-01-01T11:55:00Z' }, '2030-01-01T11:55:00.000Z'],
    ['a millisecond earlier', { scheduled_at: '2030-01-01T11:54:59.999Z' }, ['scheduled_at in_the_past']],
    ['an offset', { scheduled_at: '2030-01-02T09:00:00+05:45' }, '2030-01-02T03:15:00.000Z'],
    [
      'both members',
      { scheduled_at: '2030-01-02T09:00:00Z', scheduled_at_local: '2030-01-02T09:00' },
      ['scheduled_at_local invalid'],
    ],
    [
      'an unknown zone and a past time',
      { scheduled_at: '2029-01-02T09:00:00Z', timezone: 'Mars/Base' },
      ['timezone unknown_timezone', 'scheduled_at in_the_past'],
    ],
    [
      'an unknown zone and a date that does not exist',
      { scheduled_at_local: '2030-02-31T09:00', timezone: 'Mars/Base' },
      ['timezone unknown_timezone', 'scheduled_at_local invalid'],
    ],
    ['only a zone', { timezone: 'Europe/Berlin' }, ['timezone invalid']],
    [
      'an unknown zone',
      { scheduled_at_local: '2030-01-02T09:00', timezone: 'Mars/Base' },
      ['timezone unknown_timezone'],
    ],
    ['a local time without any zone', { scheduled_at_local: '2030-01-02T09:00' }, ['timezone required']],
    [
      'a date that does not exist',
      { scheduled_at_local: '2030-02-31T09:00', timezone: 'UTC' },
      ['scheduled_at_local invalid'],
    ],
    [
      'a local time in the past',
      { scheduled_at_local: '2029-01-02T09:00', timezone: 'UTC' },
      ['scheduled_at_local in_the_past'],
    ],
    ['a century ahead', { scheduled_at: '2130-01-01T00:00:00Z' }, ['scheduled_at too_far']],
  ])('%s', (_, input, expected) => {
    expect(read(input)).toEqual(expected)
  })

  test('the project’s zone is the default; the request’s zone overrides it', () => {
    const local = { scheduled_at_local: '2030-01-02T09:00' }
    expect(read(local, 'Europe/Berlin')).toBe('2030-01-02T08:00:00.000Z')
    expect(read({ ...local, timezone: 'Asia/Tokyo' }, 'Europe/Berlin')).toBe('2030-01-02T00:00:00.000Z')
  })
})
