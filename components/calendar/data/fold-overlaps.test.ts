import { expect, test } from 'vitest'
import type { CalendarCard } from './cards'
import { foldOverlaps } from './fold-overlaps'

const story = (time: string) => ({ id: time, key: time, at: `2031-03-12T${time}:00Z` }) as CalendarCard
const fold = (cells: [string[], number][], columns = 2, shown: string[] = []): string[] =>
  foldOverlaps(
    cells.map(([times, more]) => ({ local: '', stories: times.map(story), more })),
    { columns, timeZone: 'UTC' },
    new Set(shown),
  ).map(({ story: { id }, more }) => (more > 0 ? `${id} +${more}` : id))

test('stories that fit side by side stay', () => {
  expect(fold([[['09:00', '09:30'], 0]])).toEqual(['09:00', '09:30'])
  expect(fold([[['09:00', '09:10'], 0]])).toEqual(['09:00', '09:10'])
  expect(fold([[['09:00'], 11]])).toEqual(['09:00 +11'])
})

test('stories of neighboring hours that overlap are counted', () => {
  expect(
    fold([
      [['09:45'], 2],
      [['10:00'], 3],
      [['10:20'], 0],
    ]),
  ).toEqual(['09:45 +6', '10:20'])
  expect(fold([[['23:40', '23:50'], 4]])).toEqual(['23:40 +5'])
})

test('a wide view has more columns, and the dragged story is always shown', () => {
  const hours: [string[], number][] = [[['09:00', '09:05', '09:10', '09:15'], 0]]
  expect(fold(hours, 4)).toHaveLength(4)
  expect(fold(hours, 3)).toEqual(['09:00', '09:05 +2'])
  expect(fold(hours, 2, ['09:15'])).toEqual(['09:00 +2', '09:15'])
})
