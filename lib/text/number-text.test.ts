import { expect, test } from 'vitest'
import { formatPercent, plural } from './number-text'

test.each([
  [plural(0, 'post'), '0 posts'],
  [plural(1, 'post'), '1 post'],
  [plural(1_234, 'story', 'stories'), '1,234 stories'],
  [formatPercent(0.05125, 2), '5.13%'],
  [formatPercent(0.5, 2), '50%'],
  [formatPercent(12.345, 0), '1,235%'],
])('%s', (text, expected) => {
  expect(text).toBe(expected)
})
