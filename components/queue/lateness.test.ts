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

test('one post: its delay in whole seconds, at least one', () => {
  expect(punctualityText(1, 0, 0)).toBe('Last 24 hours: 1 post, published within a second of its time.')
  expect(punctualityText(1, 1.2, 1.2)).toBe('Last 24 hours: 1 post, published within 2 seconds of its time.')
})

test('several posts: the median and the 95th percentile, or one number if both are equal', () => {
  expect(punctualityText(40, 0.4, 300)).toBe(
    'Last 24 hours: half of 40 posts were published within a second of their time, 95% within 5 minutes.',
  )
  expect(punctualityText(40, 0, 0.9)).toBe(
    'Last 24 hours: 95% of 40 posts were published within a second of their time.',
  )
})
