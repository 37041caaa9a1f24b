import { expect, test } from 'vitest'
import { failedFirst, mostUrgent } from './use-open-channel'

const items = [
  { channel: 'threads', status: 'posted' },
  { channel: 'x', status: 'failed' },
  { channel: 'facebook', status: 'posted' },
  { channel: 'pinterest', status: 'failed' },
] as const

test('failed posts come first; the post of the last one is shown below all reasons', () => {
  expect(failedFirst(items).map(({ channel }) => channel)).toEqual(['x', 'pinterest', 'threads', 'facebook'])
  expect(mostUrgent(items)).toBe('pinterest')
})
