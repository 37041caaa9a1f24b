import { expect, test } from 'vitest'
import type { AnalyticsTotals } from '@/lib/analytics/contract'
import type { Report } from './report'
import { changeOf, hoursLegend, rateText } from './words'

const change = (now: number, then: number) =>
  changeOf({ totals: { likes: now }, before: { likes: then } } as Report, ({ likes }: AnalyticsTotals) => likes)

test('a change that rounds to 0% is neither up nor down', () => {
  expect(change(1_004, 1_000)).toEqual({ text: '0%', direction: 'none' })
  expect(change(996, 1_000)).toEqual({ text: '0%', direction: 'none' })
  expect(change(1_006, 1_000)).toEqual({ text: '+1%', direction: 'up' })
  expect(change(994, 1_000)).toEqual({ text: '−1%', direction: 'down' })
})

test('rates have the same number of digits', () => {
  expect([0.076, 0.0931, 0, null].map(rateText)).toEqual(['7.60%', '9.31%', '0.00%', '–'])
})

test('the legend explains dashed hours only if there are any', () => {
  const enough = { weekday: 1, hour: 9, posts: 4, rate: 0.05 }
  expect(hoursLegend([enough])).toBe('Median of the posts in each hour, in %. All: 5.00%.')
  expect(hoursLegend([enough, { ...enough, posts: 1, rate: null }])).toBe(
    'Median of the posts in each hour, in %. All: 5.00%. Dashed: fewer than 3 posts, not enough to tell.',
  )
  expect(hoursLegend([enough, { ...enough, hour: 10, rate: 0.04 }])).toContain('Faint: 4.00%. Strong: 5.00%.')
})
