import { expect, test } from 'vitest'
import { exampleTime, parseDateTime } from './parse-date-time'

/** Monday. */
const context = { now: '2026-11-23T12:00', locale: 'en-GB', value: '' as const }

test.each([
  ['2026-12-01T09:00', '2026-12-01T09:00'],
  ['2026-12-01 18:30', '2026-12-01T18:30'],
  ['1 Dec 2026, 09:15', '2026-12-01T09:15'],
  ['Tue, 1 Dec 2026, 09:15', '2026-12-01T09:15'],
  ['Dec 1, 2026, 9:15 pm', '2026-12-01T21:15'],
  ['December 1st at 9am', '2026-12-01T09:00'],
  ['3 jan 8:00', '2027-01-03T08:00'],
  ['1/12/2026 9:00', '2026-12-01T09:00'],
  ['24.12.2026 20:00', '2026-12-24T20:00'],
  ['today 17:00', '2026-11-23T17:00'],
  ['tomorrow 12 am', '2026-11-24T00:00'],
  ['tomorrow', '2026-11-24T09:00'],
  ['fri 14:00', '2026-11-27T14:00'],
  ['next monday', '2026-11-30T09:00'],
  ['17:45', '2026-11-23T17:45'],
  ['8:00', '2026-11-24T08:00'],
])('%s', (text, expected) => {
  expect(parseDateTime(text, context)).toBe(expected)
})

test('the example is the next full hour, tomorrow', () => {
  expect(exampleTime('2026-11-30T12:05')).toBe('2026-12-01T13:00')
  expect(exampleTime('2026-11-30T23:59')).toBe('2026-12-02T00:00')
})

test('a time keeps the day, and a day keeps the time', () => {
  const withValue = { ...context, value: '2026-12-05T18:30' }
  expect(parseDateTime('7:15', withValue)).toBe('2026-12-05T07:15')
  expect(parseDateTime('9 Dec', withValue)).toBe('2026-12-09T18:30')
})

test('the month comes first in the United States', () => {
  expect(parseDateTime('12/1/2026 9:00 AM', { ...context, locale: 'en-US' })).toBe('2026-12-01T09:00')
})

test.each(['', 'soon', '30 Feb 2026 9:00', '2026-13-01', '25:00', '13pm', '9', '1 foo 2026'])(
  'refuses “%s”',
  (text) => {
    expect(parseDateTime(text, context)).toBeNull()
  },
)
