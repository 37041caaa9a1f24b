import { expect, test } from 'vitest'
import type { Finding, PostSnapshot } from './detectors/finding'
import { textOf } from './wording'

const place = { channel: 'instagram', post_type: 'carousel', hours: 24 } as const
const points = (count: number) =>
  Array.from({ length: count }, () => ({ published_at: '2026-05-01T09:00:00.000Z', value: 1 }))
const snapshot: PostSnapshot = {
  ...place,
  metric: 'engagement',
  value: 1_412,
  median: 275,
  ratio: 5.1,
  z: 8,
  published_at: '2026-05-01T09:00:00.000Z',
  comparable: points(30),
}
const common = { severity: 'high', story_id: 's', subject: 's', detected_at: new Date(0) } as const
const story = { title: 'Morning bread', caption: 'Warm.' }
const words = (finding: Finding, of: typeof story | undefined = story) => Object.values(textOf(finding, of))

test('headline and reasoning of each kind state the numbers', () => {
  expect(words({ ...common, kind: 'engagement_spike', snapshot })).toEqual([
    '“Morning bread” got 5.1× your usual engagement',
    '1,412 interactions in 24 hours on Instagram. The median of the 30 carousels before it is 275.',
  ])
  const rate = {
    ...snapshot,
    metric: 'engagement_rate',
    value: 0.124,
    median: 0.0248,
    count: 1_240,
    views: 10_000,
  } as const
  expect(words({ ...common, kind: 'engagement_spike', snapshot: rate })).toEqual([
    '“Morning bread” got 5.1× your usual engagement rate',
    'An engagement rate of 12% in 24 hours on Instagram (1,240 interactions from 10,000 views). The median of the 30 carousels before it is 2.5%.',
  ])
  const reach = { ...snapshot, metric: 'reach', hours: 72, previous_record: 900, earlier_posts: 58 } as const
  expect(words({ ...common, kind: 'reach_record', snapshot: reach })).toEqual([
    '“Morning bread” set a reach record',
    'It reached 1,412 people in 3 days on Instagram, more than each of the 58 carousels before it. The previous record is 900.',
  ])
  const saves = { ...snapshot, metric: 'save_rate', value: 0.021, median: 0.005, count: 212, views: 10_095 } as const
  expect(words({ ...common, kind: 'save_surge', snapshot: saves })).toEqual([
    '“Morning bread” was saved 5.1× as often as usual',
    'A save rate of 2.1% in 24 hours on Instagram (212 saves from 10,095 views). The median of the 30 carousels before it is 0.5%.',
  ])
  const total = { metric: 'impressions', threshold: 100_000, total: 101_230, posts: 214, comparable: [] } as const
  expect(words({ ...common, kind: 'milestone', snapshot: { ...total, comparable: [] } })).toEqual([
    'Your posts passed 100,000 impressions',
    '“Morning bread” took the total to 101,230 impressions from 214 posts.',
  ])
  const run = {
    ...place,
    metric: 'engagement',
    median: 79,
    latest: points(7),
    comparable: points(30),
    ratio: 2,
    z: 4,
  } as const
  expect(
    words({
      ...common,
      kind: 'slump',
      snapshot: { ...run, latest: points(7), comparable: points(30), latest_median: 43, tenth_percentile: 66 },
    }),
  ).toEqual([
    'Engagement on Instagram is down 46%',
    'The last 7 carousels have a median of 43 interactions after 24 hours; those before have 79. Fewer than 1 in 10 random runs of 7 earlier ones are below 66.',
  ])
  expect(
    words({ ...common, kind: 'streak', snapshot: { ...run, latest: points(6), comparable: points(30), posts: 6 } }),
  ).toEqual([
    '6 carousels in a row did better than usual on Instagram',
    'Each got more than 79 interactions in 24 hours, the median of the 30 before the streak. By chance, 6 in a row happen once in 64.',
  ])
})

test('long titles are cut, and a deleted story has none', () => {
  const long = { title: 'A long title that goes on and on, far beyond what a headline has room for', caption: '' }
  expect(words({ ...common, kind: 'engagement_spike', snapshot }, long)[0]).toBe(
    '“A long title that goes on and on, far beyond what a headlin…” got 5.1× your usual engagement',
  )
  const headline = textOf({ ...common, kind: 'engagement_spike', snapshot }, undefined).headline
  expect(headline).toBe('A post got 5.1× your usual engagement')
})
