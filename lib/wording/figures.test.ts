import { expect, test } from 'vitest'
import { hasOnlyFiguresOf } from './figures'

const source =
  '“Pumpkin syrup” got 4.8× your usual engagement. 1,275 interactions in 24 hours. The median of the 11 carousels before it is 56. Saves are up 12%.'

test.each([
  'It got 1275 interactions in 24 hours, 4.8 times the usual engagement.',
  'The 11 carousels before it have a median of 56; this one has 1,275.',
  'Saves rose by 12 percent.',
  'A strong post.',
])('accepts figures of the evidence: %s', (text) => {
  expect(hasOnlyFiguresOf(text, source)).toBe(true)
})

test.each([
  ['another number', 'It got 1,276 interactions.'],
  ['a rounded number', 'It got about 1,300 interactions.'],
  ['a number as a percentage', 'Engagement is up 56%.'],
  ['a percentage as a multiple', 'Saves are 12× as many.'],
  ['a number word', 'Engagement more than doubled.'],
  ['a fraction', 'That is ½ of all.'],
  ['digits of another script', 'It got ١٢ comments.'],
  ['a decimal comma', 'It got 4,8× your usual engagement.'],
])('refuses %s', (_, text) => {
  expect(hasOnlyFiguresOf(text, source)).toBe(false)
})
