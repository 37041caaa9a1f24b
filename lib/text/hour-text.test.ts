import { expect, test } from 'vitest'
import { clockText, hourText } from './hour-text'
import { zoneText } from './zone-text'

test('hours follow the locale and the chosen hour cycle', () => {
  const hours = (locale: string) => [0, 9, 21].map((hour) => hourText(hour, locale).replace('\u00a0', ' '))
  expect(hours('en-US')).toEqual(['12 AM', '9 AM', '9 PM'])
  expect(hours('en-GB')).toEqual(['00', '09', '21'])
  expect(hours('de-DE')).toEqual(['00', '09', '21'])
  expect(hours('en-US-u-hc-h23')).toEqual(['00', '09', '21'])
  expect(['en-US', 'en-GB'].map((locale) => clockText(24, locale))).toEqual(['12:00\u00a0AM', '0:00'])
})

test('zones have the name of their place', () => {
  expect(['Europe/Berlin', 'America/New_York', 'UTC', 'Etc/UTC'].map(zoneText)).toEqual([
    'Berlin time',
    'New York time',
    'UTC',
    'UTC',
  ])
})
