import { expect, test } from 'vitest'
import { filterOfUrl } from '@/components/analytics/analytics-filter'
import {
  dateOfPeriod,
  formatThreshold,
  parseThreshold,
  periodOfView,
  readTopPosts,
  thresholds,
  writeTopPosts,
  writeTopPostsUrl,
} from './top-posts-filter'

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

test('period and comparison of the other pages stay in the address, and a saved view restores its period', () => {
  const search = new URLSearchParams('days=last_month&compare=year&channel=x&metric=likes')
  const shared = filterOfUrl(search)
  const filter = { ...readTopPosts(search), content_types: ['tips'] }
  expect(writeTopPostsUrl(filter, shared)).toBe('?days=last_month&compare=year&channel=x&metric=likes&pillar=tips')
  expect(writeTopPostsUrl({ window_days: 90 }, filterOfUrl(new URLSearchParams('days=90')))).toBe('?days=90')
  for (const address of ['days=last_month', 'days=all', 'days=90', 'days=custom&from=2026-04-01&to=2026-04-10', '']) {
    const chosen = filterOfUrl(new URLSearchParams(address))
    const saved = periodOfView(readTopPosts(new URLSearchParams(address)), dateOfPeriod(chosen))
    expect(saved).toEqual({ period: chosen.period, days: chosen.days })
  }
})
