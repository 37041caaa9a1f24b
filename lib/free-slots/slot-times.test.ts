import { describe, expect, test } from 'vitest'
import { slotTimes } from './slot-times'

const everyDay = (...times: string[]) =>
  [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => times.map((time) => ({ weekday, time })))

function next(slots: { weekday: number; time: string }[], zone: string, after: string, count: number): string[] {
  const found: string[] = []
  for (const at of slotTimes(slots, zone, new Date(after))) {
    if (found.push(at.toISOString().replace(':00.000Z', 'Z')) === count) break
  }
  return found
}

test('slots of different days and times are in order; one at the given time is over', () => {
  const slots = [
    { weekday: 5, time: '17:00' },
    { weekday: 1, time: '12:30' },
    { weekday: 1, time: '09:00' },
  ]
  expect(next(slots, 'Europe/Berlin', '2026-11-23T08:00:00Z', 4)).toEqual([
    '2026-11-23T11:30Z',
    '2026-11-27T16:00Z',
    '2026-11-30T08:00Z',
    '2026-11-30T11:30Z',
  ])
})

test('without slots there are no times', () => {
  expect(next([], 'UTC', '2026-11-23T08:00:00Z', 1)).toEqual([])
})

describe('clock changes', () => {
  test('a skipped time moves forward by the gap; two slots that meet there are one', () => {
    // Berlin, 29 March 2026: 2:00 becomes 3:00.
    expect(next(everyDay('02:30', '03:30'), 'Europe/Berlin', '2026-03-28T12:00:00Z', 3)).toEqual([
      '2026-03-29T01:30Z',
      '2026-03-30T00:30Z',
      '2026-03-30T01:30Z',
    ])
  })

  test('a repeated time is used once, the first time', () => {
    // Berlin, 25 October 2026: 3:00 becomes 2:00.
    expect(next(everyDay('02:30'), 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ])
    expect(next(everyDay('02:30'), 'Europe/Berlin', '2026-10-25T00:45:00Z', 1)).toEqual(['2026-10-26T01:30Z'])
  })

  test('a skipped midnight moves to one o’clock', () => {
    // Cairo, 24 April 2026: 0:00 becomes 1:00.
    expect(next(everyDay('00:00'), 'Africa/Cairo', '2026-04-23T12:00:00Z', 2)).toEqual([
      '2026-04-23T22:00Z',
      '2026-04-24T21:00Z',
    ])
  })
})
