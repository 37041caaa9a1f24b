import { expect, test } from 'vitest'
import { movedAlong } from './move-posts'

test('a post moves as far as another one of its story', () => {
  expect(movedAlong('2031-03-10T09:00', '2031-03-10T12:30', '2031-03-11T13:00')).toBe('2031-03-11T09:30')
  expect(movedAlong('2031-03-10T09:00', '2031-03-10T09:00', '2031-03-09T08:00')).toBe('2031-03-09T08:00')
  expect(movedAlong('2031-03-10T09:00', '', '2031-03-09T08:00')).toBe('')
})
