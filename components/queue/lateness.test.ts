import { expect, test } from 'vitest'
import { punctuality, sayDuration } from './lateness'

/** Holds how durations and the punctuality of a day are said. */

test.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [5_400, '90 minutes'],
  [7_200, '2 hours'],
  [129_600, '36 hours'],
  [172_800, '2 days'],
])('%d seconds are %s', (seconds, words) => expect(sayDuration(seconds)).toBe(words))

test('a post is late by whole seconds, and never within none', () => {
  expect(punctuality(1, 0, 0)).toBe('One post went out in the last 24 hours, within a second of its time.')
  expect(punctuality(1, 1.2, 1.2)).toBe('One post went out in the last 24 hours, within 2 seconds of its time.')
})

test('of several the half and all but one in twenty are told, once where they are alike', () => {
  expect(punctuality(40, 0.4, 300)).toBe(
    '40 posts went out in the last 24 hours: half of them within a second of their time, 19 in 20 within 5 minutes.',
  )
  expect(punctuality(40, 0, 0.9)).toBe(
    '40 posts went out in the last 24 hours, 19 in 20 of them within a second of their time.',
  )
})
