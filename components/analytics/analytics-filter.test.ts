/** A range is whole days by the project's clock, and the one before is as long. */
import { expect, test } from 'vitest'
import { questionBefore, questionOf, readAnalyticsFilter, writeAnalyticsFilter } from './analytics-filter'

const filter = readAnalyticsFilter({ days: '7' })

test('a range begins at midnight in the project’s zone, and today counts', () => {
  const around = { now: new Date('2026-05-10T22:30:00Z'), timeZone: 'Europe/Berlin' }
  // It is the 11th there already.
  expect(questionOf('p', filter, around).from).toBe('2026-05-04T22:00:00.000Z')
})

test('the range before ends at the same hour, also when clocks were changed in between', () => {
  const around = { now: new Date('2026-03-31T10:00:30Z'), timeZone: 'Europe/Berlin' }
  expect(questionOf('p', filter, around).from).toBe('2026-03-24T23:00:00.000Z')
  expect(questionBefore('p', filter, around)).toMatchObject({
    from: '2026-03-17T23:00:00.000Z',
    // Noon in Berlin a week before, by the clock of winter.
    to: '2026-03-24T11:00:00.000Z',
  })
})

test('all posts have nothing before them', () => {
  const around = { now: new Date('2026-05-10T12:00:00Z'), timeZone: 'UTC' }
  const all = readAnalyticsFilter({ days: 'all' })
  expect(questionOf('p', all, around).from).toBeUndefined()
  expect(questionBefore('p', all, around)).toBeNull()
})

test('what an address says is read, what makes no sense is not, and what is usual is not written', () => {
  const chosen = readAnalyticsFilter({ days: '90', channel: 'x', metric: 'saves' })
  expect(readAnalyticsFilter(Object.fromEntries(new URLSearchParams(writeAnalyticsFilter(chosen))))).toEqual(chosen)
  const odd = readAnalyticsFilter({ days: '1e3', channel: ['myspace'], metric: '' })
  expect(odd).toEqual({ range: '28', channel: null, metric: 'engagement' })
  expect(writeAnalyticsFilter(odd)).toBe('')
})
