import { expect, test } from 'vitest'
import { boundsOf, rangeOfDays, readFilter, reviewQueryOf, statusesOf, writeFilter } from './story-filter'

test('a range of two days round-trips, and covers both days in the zone', () => {
  const date = rangeOfDays('2026-10-31', '2026-11-27')
  const search = writeFilter({ status: null, channel: 'x', pillar: 'recipes', date })
  expect(search).toBe('?channel=x&pillar=recipes&date=20261031-20261127')
  expect(readFilter(Object.fromEntries(new URLSearchParams(search))).date).toBe(date)
  expect(boundsOf(date, new Date('2030-01-01'), 'Europe/Berlin')).toEqual({
    from: '2026-10-30T23:00:00.000Z',
    to: '2026-11-27T23:00:00.000Z',
  })
})

test.each(['20261127-20261031', '20261331-20261401', '2026-11-27', 'toString', 'last-31'])('ignores %s', (date) => {
  expect(readFilter({ date }).date).toBeNull()
})

const queryOf = (status: string) => {
  const filter = readFilter({ status })
  return { status: statusesOf(filter).join(), ...reviewQueryOf(filter) }
}

test('“Scheduled” leaves out what needs approval, “Cancelled” what was rejected', () => {
  expect(queryOf('waiting')).toEqual({ status: 'scheduled', waits_for_approval: 'true' })
  expect(queryOf('scheduled')).toEqual({ status: 'scheduled', waits_for_approval: 'false' })
  expect(queryOf('rejected')).toEqual({ status: 'cancelled', is_rejected: 'true' })
  expect(queryOf('cancelled')).toEqual({ status: 'cancelled', is_rejected: 'false' })
  expect(queryOf('draft')).toEqual({ status: 'draft' })
})
