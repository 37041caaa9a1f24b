import { expect, test } from 'vitest'
import { readAnalyticsFilter, writeAnalyticsFilter } from './analytics-filter'
import { comparisonQuery, daysOfComparison, intervalOf, rangeQuery, storiesQuery } from './analytics-queries'

const filter = readAnalyticsFilter({ days: '7' })

test('a range starts at midnight in the project’s zone and includes today', () => {
  const around = { now: new Date('2026-05-10T22:30:00Z'), timeZone: 'Europe/Berlin' }
  // Already 11 May in Berlin.
  expect(rangeQuery('p', filter, around)).toMatchObject({ from: '2026-05-04T22:00:00.000Z', to: undefined })
})

test('the previous period has whole days, also across a clock change, like the same days as a custom range', () => {
  const around = { now: new Date('2026-03-31T10:00:30Z'), timeZone: 'Europe/Berlin' }
  expect(rangeQuery('p', filter, around).from).toBe('2026-03-24T23:00:00.000Z')
  const previous = comparisonQuery('p', filter, around)
  // Until midnight in Berlin, in winter time.
  expect(previous).toMatchObject({ from: '2026-03-17T23:00:00.000Z', to: '2026-03-24T23:00:00.000Z' })
  const chosen = { days: '7', compare: 'custom', compare_from: '2026-03-18', compare_to: '2026-03-24' }
  expect(comparisonQuery('p', readAnalyticsFilter(chosen), around)).toEqual(previous)
})

test('a finished range is compared with whole days', () => {
  const around = { now: new Date('2026-05-10T12:00:00Z'), timeZone: 'UTC' }
  const april = readAnalyticsFilter({ days: 'custom', from: '2026-04-01', to: '2026-04-10' })
  expect(rangeQuery('p', april, around)).toMatchObject({
    from: '2026-04-01T00:00:00.000Z',
    to: '2026-04-11T00:00:00.000Z',
  })
  expect(comparisonQuery('p', april, around)).toMatchObject({
    from: '2026-03-22T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
  })
})

test.each([
  [{ days: 'month' }, '2026-04-01', '2026-04-30'],
  [{ days: 'last_month' }, '2026-03-01', '2026-03-31'],
  [{ days: '7', compare: 'year' }, '2025-05-25', '2025-05-31'],
  [{ compare: 'custom', compare_from: '2026-01-01', compare_to: '2026-01-03' }, '2026-01-01', '2026-01-03'],
])('compares %j with %s to %s', (params, first, last) => {
  expect(daysOfComparison(readAnalyticsFilter(params), '2026-05-31')).toEqual({ first, last })
})

test('`all` and `none` have nothing to compare with', () => {
  const around = { now: new Date('2026-05-10T12:00:00Z'), timeZone: 'UTC' }
  const all = readAnalyticsFilter({ days: 'all' })
  expect(rangeQuery('p', all, around).from).toBeUndefined()
  expect(comparisonQuery('p', all, around)).toBeNull()
  expect(comparisonQuery('p', readAnalyticsFilter({ compare: 'none' }), around)).toBeNull()
})

test('longer ranges have longer intervals', () => {
  const intervalFrom = (from: string) =>
    intervalOf(readAnalyticsFilter({ days: 'custom', from, to: '2026-05-10' }), '2026-05-10')
  expect(['2026-03-01', '2026-01-01', '2024-01-01'].map(intervalFrom)).toEqual(['day', 'week', 'month'])
})

test('a row of a table links to its stories of the period', () => {
  const queryOf = (params: Parameters<typeof readAnalyticsFilter>[0]) =>
    storiesQuery(readAnalyticsFilter(params), '2026-05-31', { pillar: 'recipes' })
  expect(queryOf({})).toBe('?pillar=recipes&date=last-30')
  expect(queryOf({ days: 'last_month', channel: 'x' })).toBe('?channel=x&pillar=recipes&date=20260401-20260430')
  expect(queryOf({ days: 'all' })).toBe('?pillar=recipes')
})

test('search parameters round-trip, invalid values become defaults, and defaults are not written', () => {
  const chosen = readAnalyticsFilter({
    ...{ days: 'custom', from: '2026-04-01', to: '2026-04-10', compare: 'year' },
    ...{ channel: 'x', metric: 'saves' },
  })
  expect(readAnalyticsFilter(Object.fromEntries(new URLSearchParams(writeAnalyticsFilter(chosen))))).toEqual(chosen)
  const odd = readAnalyticsFilter({
    days: 'custom',
    from: '2026-04-10',
    to: '2026-04-01',
    compare: 'custom',
    metric: '',
  })
  expect(odd).toMatchObject({ period: '30', comparison: 'previous', channel: null, metric: 'engagement' })
  expect(writeAnalyticsFilter(odd)).toBe('')
})
