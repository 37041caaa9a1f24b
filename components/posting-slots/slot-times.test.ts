import { expect, test } from 'vitest'
import { slotTest } from './slot-times'

const slots = {
  timezone: 'Europe/Berlin',
  channels: {
    x: [
      { weekday: 1, time: '09:00' },
      { weekday: 7, time: '00:30' },
    ],
  },
}

test('a slot is a weekday and a time in the zone of the project', () => {
  const isSlot = slotTest(slots, 'x')
  // Monday at 9:00 in winter and in summer.
  expect(isSlot?.('2026-11-30T08:00:00.000Z')).toBe(true)
  expect(isSlot?.('2026-07-06T07:00:00.000Z')).toBe(true)
  // Sunday in Berlin, Saturday in UTC.
  expect(isSlot?.('2026-11-28T23:30:00.000Z')).toBe(true)
  expect(isSlot?.('2026-11-30T08:01:00.000Z')).toBe(false)
  expect(isSlot?.('2026-12-01T08:00:00.000Z')).toBe(false)
  expect(slotTest(slots, 'threads')).toBeNull()
})
