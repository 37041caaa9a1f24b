import { expect, test } from 'vitest'
import { formatDuration, punctualityText } from './lateness'

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [129_600, '36 hours'],
  [172_800, '2 days'],
])('%d seconds: %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

test('punctuality: all of a few posts, 95% of many; in whole seconds, at least one', () => {
  expect(punctualityText(1, 0, 0)).toBe('Last 24 hours: 1 post was published within a second of its time.')
  expect(punctualityText(16, 1.2, 2.5)).toBe(
    'Last 24 hours: all 16 posts were published within 3 seconds of their time.',
  )
  expect(punctualityText(1400, 300, 4000)).toBe(
    'Last 24 hours: 95% of 1,400 posts were published within 5 minutes of their time.',
  )
})
