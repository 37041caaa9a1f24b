import { expect, test } from 'vitest'
import { chartOf } from './chart-data'

const points = [
  { published_at: '2026-05-01T09:00:00.000Z', value: 0.02 },
  { published_at: '2026-05-02T09:00:00.000Z', value: 0.04 },
]

test('a post is the last bar, next to the median of those before', () => {
  const snapshot = {
    metric: 'save_rate',
    value: 0.125,
    median: 0.03,
    published_at: '2026-05-03T09:00:00.000Z',
    comparable: points,
  }
  expect(chartOf({ kind: 'save_surge', data_snapshot: snapshot })).toMatchObject({
    bars: [
      { value: 0.02, isLatest: false },
      { value: 0.04, isLatest: false },
      { value: 0.125, isLatest: true },
    ],
    line: { value: 0.03, label: 'Median 3%' },
    latestLabel: 'This post 12.5%',
  })
})

test('a run of posts follows those before; a milestone marks the totals past it', () => {
  const run = { metric: 'engagement', median: 80, comparable: points, latest: points }
  expect(chartOf({ kind: 'slump', data_snapshot: run })).toMatchObject({
    latestLabel: 'Last 2 posts',
    line: { label: 'Median 80' },
  })
  const totals = {
    metric: 'clicks',
    threshold: 1_000,
    comparable: points.map((point) => ({ ...point, value: 990 + point.value * 1_000 })),
  }
  const chart = chartOf({ kind: 'milestone', data_snapshot: totals })
  expect(chart?.bars.map(({ isLatest }) => isLatest)).toEqual([true, true])
  expect([chart?.line?.label, chart?.latestLabel]).toEqual(['1,000', 'Total 1,030'])
})

test('no chart without values', () => {
  expect(chartOf({ kind: 'engagement_spike', data_snapshot: {} })).toBeNull()
  expect(chartOf({ kind: 'engagement_spike', data_snapshot: { value: 5, comparable: [{ value: 'x' }] } })).toBeNull()
})
