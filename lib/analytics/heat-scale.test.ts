import { expect, test } from 'vitest'
import { heatScaleOf, heatShade } from './heat-scale'

test('close rates get different shades, and equal ones the middle', () => {
  const scale = heatScaleOf([0.07, null, 0.087])
  if (!scale) throw new Error('no scale')
  expect([0.07, 0.087].map((rate) => heatShade(scale, rate))).toEqual([0.1, 0.62])
  expect(heatShade({ lowest: 0.08, highest: 0.08 }, 0.08)).toBe(0.36)
  expect(heatScaleOf([null])).toBeNull()
})
