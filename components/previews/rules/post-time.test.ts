import { expect, test } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { postTime } from './post-time'

const now = new Date('2026-11-24T12:00:00Z')
const zone = { timeZone: 'Europe/Berlin', locale: 'en-GB' }

test.each<[ChannelId, string | null, string]>([
  ['facebook', null, 'Just now'],
  ['x', null, 'now'],
  ['ghost', null, '24 Nov 2026'],
  ['facebook', '2026-11-25T10:00:00Z', '25 Nov at 11:00'],
  ['x', '2026-11-25T10:00:00Z', '25 Nov, 11:00'],
  ['x', '2026-11-24T11:15:00Z', '45m'],
  ['threads', '2026-11-24T09:00:00Z', '3h'],
  ['linkedin', '2026-11-20T12:00:00Z', '4d'],
  ['linkedin', '2026-11-03T12:00:00Z', '3w'],
  ['x', '2026-11-03T12:00:00Z', '3 Nov'],
])('%s at %s: %s', (channel, at, expected) => {
  expect(postTime(channel, at, now, zone)).toBe(expected)
})
