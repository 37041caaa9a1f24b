import { expect, test } from 'vitest'
import { readDate, readDateColumn, readTime, usualOrder } from './dates'

test.each([
  ['2026-05-01T09:00:00Z', { instant: '2026-05-01T09:00:00Z' }],
  ['2026-05-01 09:00+0200', { instant: '2026-05-01T09:00:00+02:00' }],
  ['2026-05-01', { date: '2026-05-01', time: null }],
  ['2026-05-01 09:00', { date: '2026-05-01', time: '09:00:00' }],
  ['2026-05-01T09:00:30', { date: '2026-05-01', time: '09:00:30' }],
  ['2026/5/1 9:00', { date: '2026-05-01', time: '09:00:00' }],
  ['03/04/2026 9:00 PM', { date: '2026-04-03', time: '21:00:00' }],
  ['3.4.26, 12:05 am', { date: '2026-04-03', time: '00:05:00' }],
  ['1 May 2026 9am', { date: '2026-05-01', time: '09:00:00' }],
  ['1-May-2026', { date: '2026-05-01', time: null }],
  ['Fri, May 1st, 2026 at 12:30 p.m.', { date: '2026-05-01', time: '12:30:00' }],
  ['Friday May 1 2026', { date: '2026-05-01', time: null }],
])('reads %j, day first', (cell, expected) => {
  expect(readDate(cell, 'dmy')).toEqual(expected)
})

test.each(['next Friday at 2 PM', '46143.375', '25/25/2026', '1 Foo 2026', '2026-05-01 25:00', '2026-05-01 9:75', ''])(
  'refuses %j',
  (cell) => {
    expect(readDate(cell, 'dmy')).toBeNull()
  },
)

test('month first, except with dots', () => {
  expect(readDate('03/04/2026', 'mdy')).toEqual({ date: '2026-03-04', time: null })
  expect(readDate('03.04.2026', 'mdy')).toEqual({ date: '2026-04-03', time: null })
  expect(readDate('25/04/2026', 'mdy')).toBeNull()
})

test.each([
  ['9:00', '09:00:00'],
  ['21.30', '21:30:00'],
  ['09:00:15', '09:00:15'],
  ['9 PM', '21:00:00'],
  ['12 am', '00:00:00'],
  ['13 pm', null],
  ['9', null],
  ['soon', null],
])('reads the time %j', (cell, expected) => {
  expect(readTime(cell)).toBe(expected)
})

test.each([
  [['03/04/2026', '25/04/2026'], { order: 'dmy', is_ambiguous: false, example: null }],
  [['03/04/2026 9:00', '04/25/2026 9:00'], { order: 'mdy', is_ambiguous: false, example: null }],
  [['03.04.2026', '05/06/2026'], { order: 'dmy', is_ambiguous: false, example: null }],
  [['', '03/04/2026 9:00'], { order: 'mdy', is_ambiguous: true, example: '03/04/2026 9:00' }],
  [['25/04/2026', '04/26/2026', '04/27/2026'], { order: 'mdy', is_ambiguous: true, example: null }],
  [['2026-03-04', '05/05/2026'], { order: 'mdy', is_ambiguous: false, example: null }],
] as const)('the whole column decides the order: %j', (cells, expected) => {
  expect(readDateColumn(cells, 'mdy')).toEqual(expected)
})

test('the zone decides when the column does not', () => {
  expect([usualOrder('America/New_York'), usualOrder('Europe/Berlin'), usualOrder(null)]).toEqual(['mdy', 'dmy', 'dmy'])
})
