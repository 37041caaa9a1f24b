import { expect, test } from 'vitest'
import { timezone } from './timezone'

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'europe/berlin'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
  ['UTC', 'UTC'],
  ['EST', 'EST'],
  ['CET', 'Europe/Brussels'],
  ['eet', 'Europe/Athens'],
])('%s is a time zone, stored as %s', (name, stored) => expect(timezone.parse(name)).toBe(stored))

test.each(['IST', 'AET', 'bst', 'US/Pacific-New', 'SystemV/EST5', '+02:00', 'Mars/Base', ''])(
  '%j is not a time zone',
  (name) => expect(timezone.safeParse(name).success).toBe(false),
)
