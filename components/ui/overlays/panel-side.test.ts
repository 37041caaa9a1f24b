import { expect, test } from 'vitest'
import { sideFor } from './panel-side'

const button = { top: 700, bottom: 732, screen: 900 }

test.each([
  ['fits where it is', 'bottom', 100, 'bottom'],
  ['is cut, and the other side has more room', 'bottom', 400, 'top'],
  ['is cut on both sides: the larger one', 'bottom', 1_000, 'top'],
  ['is cut, but the other side has less room', 'top', 1_000, 'top'],
] as const)('the side of a panel that %s', (_, shown, height, side) => {
  expect(sideFor({ ...button, shown, height })).toBe(side)
})
