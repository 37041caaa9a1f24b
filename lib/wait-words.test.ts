import { expect, test } from 'vitest'
import { sayWait } from './wait-words'

test.each([
  [0, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [100, '2 minutes'],
  [3_600, '60 minutes'],
  [7_140, '119 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
])('%i seconds are %s: never less than the network named', (seconds, words) => {
  expect(sayWait(seconds)).toBe(words)
})
