import { expect, test } from 'vitest'
import { formatThreshold, parseThreshold, readTopPosts, thresholds, writeTopPosts } from './top-posts-filter'

test('a filter survives the URL, and invalid parameters are ignored', () => {
  const filter = {
    window_days: 90,
    channels: ['x' as const],
    content_types: ['tips'],
    has_destination_url: true,
    sort_by: 'save_rate' as const,
    sort_order: 'asc' as const,
    min_save_rate: 0.025,
    min_impressions: 1_000,
  }
  expect(readTopPosts(new URLSearchParams(writeTopPosts(filter)))).toEqual(filter)
  expect(writeTopPosts({ window_days: 30, sort_by: 'engagement_rate' })).toBe('')
  const wrong = 'days=31&channel=myspace&link=maybe&sort=-luck&min_save_rate=2&min_saves=-1&min_impressions=many'
  expect(readTopPosts(new URLSearchParams(wrong))).toEqual({})
})

test('rates are typed in percent, counts as whole numbers', () => {
  const [rate, count] = [thresholds[0], thresholds[4]]
  expect(['2.5', '2,5 %', '101', '-1', ''].map((text) => parseThreshold(rate, text))).toEqual([
    0.025,
    0.025,
    null,
    null,
    null,
  ])
  expect(['1,000', '5', '1.5', 'many'].map((text) => parseThreshold(count, text))).toEqual([1_000, 5, null, null])
  expect([formatThreshold(rate, 0.025), formatThreshold(count, 1_000)]).toEqual(['2.5%', '1,000'])
})
