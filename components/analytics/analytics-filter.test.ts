import { expect, test } from 'vitest'
import { analyticsQuery, previousQuery, readAnalyticsFilter, writeAnalyticsFilter } from './analytics-filter'

const filter = readAnalyticsFilter({ days: '7' })

test('a range starts at midnight in the project’s zone and includes today', () => {
  const around = { now: new Date('2026-05-10T22:30:00Z'), timeZone: 'Europe/Berlin' }
  // Already 11 May in Berlin.
  expect(analyticsQuery('p', filter, around).from).toBe('2026-05-04T22:00:00.000Z')
})

test('the previous range ends at the same local hour, also across a clock change', () => {
  const around = { now: new Date('2026-03-31T10:00:30Z'), timeZone: 'Europe/Berlin' }
  expect(analyticsQuery('p', filter, around).from).toBe('2026-03-24T23:00:00.000Z')
  expect(previousQuery('p', filter, around)).toMatchObject({
    from: '2026-03-17T23:00:00.000Z',
    // Noon in Berlin one week earlier, in winter time.
    to: '2026-03-24T11:00:00.000Z',
  })
})

test('`all` has no previous range', () => {
  const around = { now: new Date('2026-05-10T12:00:00Z'), timeZone: 'UTC' }
  const all = readAnalyticsFilter({ days: 'all' })
  expect(analyticsQuery('p', all, around).from).toBeUndefined()
  expect(previousQuery('p', all, around)).toBeNull()
})

test('search parameters round-trip, invalid values become defaults, and defaults are not written', () => {
  const chosen = readAnalyticsFilter({ days: '90', channel: 'x', metric: 'saves' })
  expect(readAnalyticsFilter(Object.fromEntries(new URLSearchParams(writeAnalyticsFilter(chosen))))).toEqual(chosen)
  const odd = readAnalyticsFilter({ days: '1e3', channel: ['myspace'], metric: '' })
  expect(odd).toEqual({ range: '28', channel: null, metric: 'engagement' })
  expect(writeAnalyticsFilter(odd)).toBe('')
})
