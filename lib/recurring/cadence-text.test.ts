import { expect, test } from 'vitest'
import type { Cadence } from './cadence'
import { cadenceText } from './cadence-text'

const weekly = (...weekdays: number[]): Cadence => ({ kind: 'weekly', time: '09:00', weekdays })

test.each<[Cadence, string]>([
  [{ kind: 'daily', time: '18:05' }, 'Every day at 6:05\u00a0PM, Berlin'],
  [weekly(1, 4), 'Every Monday and Thursday at 9:00\u00a0AM, Berlin'],
  [weekly(1, 2, 7), 'Every Monday, Tuesday and Sunday at 9:00\u00a0AM, Berlin'],
  [weekly(3), 'Every Wednesday at 9:00\u00a0AM, Berlin'],
  [weekly(1, 2, 3, 4, 5), 'Every weekday at 9:00\u00a0AM, Berlin'],
  [{ kind: 'monthly', time: '00:00', day_of_month: 31 }, 'Every month on day 31 at 12:00\u00a0AM, Berlin'],
  [{ kind: 'monthly', time: '09:00', day_of_month: 'last' }, 'Every month on the last day at 9:00\u00a0AM, Berlin'],
  [{ kind: 'cron', cron: '0 9 * * 1-5' }, 'Cron 0 9 * * 1-5, Berlin'],
])('%o in words', (cadence, words) => expect(cadenceText(cadence, 'Europe/Berlin', 'en-US')).toBe(words))

test('the time is written as in the locale', () => {
  expect(cadenceText({ kind: 'daily', time: '18:05' }, 'Europe/Berlin', 'de-DE')).toBe('Every day at 18:05, Berlin')
})
