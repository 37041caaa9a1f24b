import { expect, test } from 'vitest'
import { formatWait } from '@/lib/text/wait-text'

test.each([
  [0, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [100, '2 minutes'],
  [3_600, '60 minutes'],
  [7_140, '119 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
])('%i seconds: %s, never rounded down', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})
