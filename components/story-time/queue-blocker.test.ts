import { expect, test } from 'vitest'
import { queueBlockerOf } from './queue-blocker'

const at = '2031-03-04T09:00:00Z'

test('names the channels that have no posting slots', () => {
  expect(queueBlockerOf(null)).toBeNull()
  expect(queueBlockerOf({ times: [{ channel: 'x', at }], withoutSlots: [] })).toBeNull()
  const times = [{ channel: 'x' as const, at }]
  expect(queueBlockerOf({ times, withoutSlots: ['ghost'] })).toBe('Ghost has no posting slots.')
  expect(queueBlockerOf({ times, withoutSlots: ['facebook', 'ghost'] })).toBe(
    'Facebook and Ghost have no posting slots.',
  )
  expect(queueBlockerOf({ times: [], withoutSlots: ['x'] })).toBe('X has no posting slots.')
  expect(queueBlockerOf({ times: [], withoutSlots: ['x', 'ghost'] })).toBe('The channels have no posting slots.')
})
